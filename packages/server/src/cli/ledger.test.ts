import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { roles } from '@trackway/core/codes/roles.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '../features/ledger/check.ts'
import { anAccount, signIn } from '../testing/builders.ts'
import { compiled } from '../testing/run-folder.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const check = () =>
  promisify(execFile)(process.execPath, ['scripts/trackway.mjs', 'ledger', 'check'], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, DATABASE_URL: server.database.url },
  }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
  )

test('the ledger check is silent while the books are right, and names what is not', async () => {
  const { db } = server.database
  const admin = await anAccount(server.database, { role: roles.admin })
  const agent = await anAccount(server.database, { parent: admin })
  const token = await signIn(server.database, admin)
  await server.call(cardCalls.transfer, { userId: agent.id, duration: 3, count: 7 }, token)
  expect(await check()).toEqual({ stdout: '', code: 0 })
  await db.updateTable('ledger_balances').set({ balance: 8 }).execute()
  const { stdout, code } = await check()
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    fault: 'balanceDiffers',
    id: agent.id,
    asset: 'card3',
    expected: 7,
    found: 8,
  })
})

test('what is lost with an account is found', async () => {
  const { db } = server.database
  const admin = await anAccount(server.database, { role: roles.admin })
  const agent = await anAccount(server.database, { parent: admin })
  const token = await signIn(server.database, admin)
  await server.call(cardCalls.transfer, { userId: agent.id, duration: 1, count: 3 }, token)
  await db.deleteFrom('accounts').where('id', '=', agent.id).execute()
  const fault = { fault: 'leftBehind', id: null, asset: 'card1', expected: 0, found: 3 }
  expect(await checkLedger(db)).toContainEqual(fault)
})
