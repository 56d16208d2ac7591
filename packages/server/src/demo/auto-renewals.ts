import { type Setting, saveSetting } from '../features/auto-renewals/queries.ts'
import { renewOf } from '../features/auto-renewals/renew-due.ts'
import { payToolsOf } from '../features/orders/pay-tools.ts'
import { placeTopUp } from '../features/orders/place-order.ts'
import { runPayment } from '../features/orders/run-payments.ts'
import { createLocalBus } from '../platform/bus/bus.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { payInSandbox } from './orders.ts'

/**
 * A year of devices that renew by themselves: the demo's own and those of its direct customers from its cards, a
 * customer's from its balance, and some that could not, for want of cards or money.
 */

const dayMs = 86_400_000
/** Devices renew so long before their end, and the end of each round lies within that. */
const daysBefore = 7
const endsInDays = 5

interface Round {
  daysAgo: number
  devices: number
  setting: Partial<Setting>
}

const byCards = { payType: 'card', duration: 3 } as const
const halfYear = { payType: 'card', duration: 2 } as const
const byBalance = { payType: 'balance', duration: 3 } as const

const renewing: readonly {
  of: string
  owners: readonly string[]
  topUpCents: number
  rounds: readonly Round[]
}[] = [
  {
    of: 'demo',
    owners: ['siam', 'sever', 'deccan'],
    topUpCents: 0,
    rounds: [
      { daysAgo: 318, devices: 5, setting: byCards },
      // It has no money on its balance.
      { daysAgo: 251, devices: 3, setting: byBalance },
      { daysAgo: 187, devices: 6, setting: byCards },
      // It never had cards of half a year.
      { daysAgo: 96, devices: 3, setting: halfYear },
      { daysAgo: 41, devices: 6, setting: byCards },
      { daysAgo: 3, devices: 4, setting: byCards },
      { daysAgo: 0.1, devices: 2, setting: halfYear },
    ],
  },
  {
    of: 'atlantico',
    owners: ['atlantico'],
    topUpCents: 10_000,
    rounds: [
      { daysAgo: 203, devices: 2, setting: byBalance },
      { daysAgo: 66, devices: 2, setting: byBalance },
    ],
  },
]

/** Writes them where there are none. */
export async function ensureAutoRenewals(
  db: Db,
  accountIds: ReadonlyMap<string, number>,
  now: number,
  log: Log,
): Promise<void> {
  const bus = createLocalBus(log)
  for (const { of, owners, topUpCents, rounds } of renewing) {
    const account = await db
      .selectFrom('accounts')
      .leftJoin('auto_renewals', 'account_id', 'accounts.id')
      .select(['accounts.id as accountId', 'path', 'change_time as changeTime'])
      .where('accounts.id', '=', accountIds.get(of)!)
      .executeTakeFirstOrThrow()
    if (account.changeTime !== null) continue
    const ids = await devicesOf(
      db,
      owners.map((name) => accountIds.get(name)!),
      rounds.reduce((sum, { devices }) => sum + devices, 0),
    )
    if (topUpCents > 0) await topUp(account, topUpCents, now - (rounds[0]!.daysAgo + 20) * dayMs)
    for (const round of rounds)
      await runRound(account, ids.splice(0, round.devices), round, now - round.daysAgo * dayMs)
  }
  await bus.close()

  async function runRound(
    account: { accountId: number; path: string },
    ids: readonly number[],
    { setting }: Round,
    time: number,
  ): Promise<void> {
    if (ids.length === 0) return
    await db
      .updateTable('devices')
      .set({ platform_expire_time: time + endsInDays * dayMs, platform_from_activation: false })
      .where('id', 'in', ids)
      .execute()
    await saveSetting(
      db,
      account.accountId,
      { isOn: true, daysBefore, duration: 3, payType: 'card', currency: 'USD', ...setting },
      time,
    )
    await renewOf({ db, bus }, account, time)
  }

  async function topUp(
    account: { accountId: number; path: string },
    amount: number,
    time: number,
  ): Promise<void> {
    const tools = payToolsOf({ db, bus, log }, () => time)
    const scope = { accountId: account.accountId, path: account.path, deviceId: null }
    const placed = await db
      .transaction()
      .execute((trx) =>
        placeTopUp(
          trx,
          { amount, currency: 'USD', payType: 'sandbox' },
          { scope, operatorId: account.accountId, now: time },
        ),
      )
    await runPayment(tools, placed.paymentId!)
    await payInSandbox(tools, placed, 'paid')
  }
}

/** Some that are in use, and have not been renewed. */
async function devicesOf(db: Db, accountIds: readonly number[], count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('account_id', 'in', accountIds)
    .where('activate_time', 'is not', null)
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}
