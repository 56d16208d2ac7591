import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { waitingTransactions } from '../../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { runNextImport } from '../../imports/run-import.ts'

let server: TestServer
let admin: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await anAccount(server.database, { role: roles.admin })
  token = await signIn(server.database, admin)
})
afterAll(() => server.stop())

const aFreshDevice = async () => (await aDevice(server.database, admin)).terminalID
const resultOf = async (reply: Promise<{ meta: { code: number } }>) => resultNames[(await reply).meta.code]!

/** Each prepares itself, and gives the device that it is about and what changes its state. */
const changes = {
  reset: async () => {
    const terminalID = await aFreshDevice()
    const input = { terminalIDs: [terminalID], confirm: 1 }
    return { terminalID, run: () => resultOf(server.call(deviceServiceCalls.reset, input, token)) }
  },
  restore: async () => {
    const terminalID = await aFreshDevice()
    await server.call(deviceServiceCalls.reset, { terminalIDs: [terminalID], confirm: 1 }, token)
    const { data } = await server.call(deviceServiceCalls.resets, { search: terminalID }, token)
    const input = { id: data!.list[0]!.id }
    return { terminalID, run: () => resultOf(server.call(deviceServiceCalls.restore, input, token)) }
  },
  delete: async () => {
    const terminalID = await aFreshDevice()
    return { terminalID, run: () => resultOf(server.call(deviceCalls.delete, { terminalID }, token)) }
  },
  'undo of an import': async () => {
    const terminalID = '860007770001110'
    const log = pino({ level: 'silent' })
    const work = () => runNextImport({ db: server.database.db, bus: server.bus, log, now: () => Date.now() })
    const rows = [{ terminalID, deviceType: 'Gt06' }]
    const { data } = await server.call(importCalls.start, { kind: 'deviceImport', rows }, token)
    await work()
    await server.call(importCalls.undo, { jobId: data!.jobId }, token)
    return { terminalID, run: async () => ((await work()) ? 'success' : 'nothing to do') }
  },
}

test.each(Object.entries(changes))('%s waits for ingest, and neither fails', async (_, prepare) => {
  const { terminalID, run } = await prepare()
  const ingest = await server.database.pool.connect()
  try {
    await ingest.query('begin')
    const { rows } = await ingest.query<{ id: number }>(
      `update device_states s set change_time = change_time + 1 from devices d
       where d.id = s.device_id and d.terminal_id = $1 returning d.id`,
      [terminalID],
    )
    const changed = run()
    await expect.poll(() => waitingTransactions(server.database)).toBeGreaterThan(0)
    await ingest.query(`update devices set activate_time = 1 where id = $1`, [rows[0]!.id])
    await ingest.query('commit')
    expect(await changed).toBe('success')
  } finally {
    ingest.release()
  }
})
