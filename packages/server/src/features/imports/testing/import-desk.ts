import { roles } from '@trackway/core/codes/roles.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { runNextImport } from '../run-import.ts'

/** What tests of batches have in common: a server, an administrator who imports, and an account below him. */
export let server: TestServer
export let boss: TestAccount
export let below: TestAccount
export let token: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  boss = await anAccount(server.database, { role: roles.admin })
  below = await anAccount(server.database, { parent: boss })
  token = await signIn(server.database, boss)
})
afterAll(() => server.stop())

let count = 0
/** An IMEI that nobody has. */
export function anImei(): string {
  const digits = String(86_800_000_000_000 + ++count)
  return digits + luhnDigit(digits)
}

/** Works on one batch. @returns whether there was one */
export const work = () =>
  runNextImport({ db: server.database.db, bus: server.bus, log: pino({ level: 'silent' }), now: Date.now })

export type Start = Parameters<typeof server.call<typeof importCalls.start>>[1]
export async function commit(input: Start): Promise<number> {
  const { data, meta } = await server.call(importCalls.start, input, token)
  if (data === null) throw new Error(meta.message)
  return data.jobId
}

export const record = async (jobId: number) => (await server.call(importCalls.find, { jobId }, token)).data

/** Row, state, and why, of each row. */
export const results = async (jobId: number) =>
  (await server.call(importCalls.results, { jobId }, token)).data?.list.map(
    ({ row, state, column, reason, values }) =>
      [row, state, column, reason, values].filter((part) => part !== null),
  )

/** What is wrong: `<row> <column> <reason>`. */
export const check = async (kind: Start['kind'], rows: ImportCells[]) => {
  const { data } = await server.call(importCalls.check, { kind, rows }, token)
  return data?.findings.map(({ row, column, reason }) => `${row} ${column} ${reason}`)
}
