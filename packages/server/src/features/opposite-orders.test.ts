import { roles } from '@trackway/core/codes/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scope, scopeOfAccount } from '../platform/http/session.ts'
import { anAccount, type TestAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase, waitingTransactions } from '../testing/test-database.ts'
import { eventually } from '../testing/test-gateway.ts'
import type { Trx } from './devices/changes/lock-devices.ts'
import { importCards } from './sim-cards/import-cards.ts'
import { enterItems } from './stock/changes.ts'

/** Two people who do something to the same rows at once, each in an order of their own. */

const now = Date.now()
let database: TestDatabase
let admin: TestAccount
let scope: Scope
beforeAll(async () => {
  database = await openTestDatabase()
  admin = await anAccount(database, { role: roles.admin })
  scope = scopeOfAccount({ id: admin.id, path: admin.path, role: roles.admin })
})
afterAll(() => database.drop())

/**
 * Has both get as far as the row in the middle, which a third one holds, who gives it up then.
 * @param change does it to three of them
 */
async function fromBothEnds<T>(rows: [T, T, T], change: (trx: Trx, rows: T[]) => Promise<unknown>) {
  const [first, middle, last] = rows
  const waiting = async (count: number) =>
    await eventually(
      () => waitingTransactions(database),
      (found) => found === count,
    )
  const within = (given: T[]) => database.db.transaction().execute((trx) => change(trx, given))
  const both: Promise<unknown>[] = []
  await database.db
    .transaction()
    .execute(async (trx) => {
      await change(trx, [middle])
      both.push(within([first, middle, last]))
      await waiting(1)
      both.push(within([last, middle, first]))
      await waiting(2)
      throw new Error('given up')
    })
    .catch(() => {})
  return (await Promise.allSettled(both)).map(({ status }) => status)
}

const context = () => ({ scope, operatorId: admin.id, now, importId: null })
const done = ['fulfilled', 'fulfilled']

test('devices enter the stock', async () => {
  const item = (terminalID: string) => ({
    terminalID,
    deviceType: null,
    place: 'inStock' as const,
    batch: null,
    serialNumber: null,
    paperNumber: null,
    note: null,
  })
  expect(
    await fromBothEnds(['863100000000001', '863100000000002', '863100000000003'], (trx, ids) =>
      enterItems(trx, ids.map(item), context()),
    ),
  ).toEqual(done)
})

test('SIM cards are imported, new ones and known ones', async () => {
  const iccids: [string, string, string] = [
    '89860411111111111110',
    '89860411111111111120',
    '89860411111111111130',
  ]
  const change = (trx: Trx, given: string[]) =>
    importCards(
      trx,
      given.map((iccid) => ({ iccid, terminalID: null, values: { plan: 'A' } })),
      context(),
    )
  expect(await fromBothEnds(iccids, change)).toEqual(done)
  expect(await fromBothEnds(iccids, change)).toEqual(done)
})
