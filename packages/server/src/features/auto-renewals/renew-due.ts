import { durations } from '@trackway/core/codes/durations.ts'
import { type AutoRenewalResult, autoRenewalResults } from '@trackway/core/features/auto-renewals/calls.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/http/serve.ts'
import type { Log } from '../../platform/log.ts'
import { queueMail } from '../../platform/mail/queued-mails.ts'
import { lockDevices, type Trx } from '../devices/changes/lock-devices.ts'
import { planRenewals } from '../devices/changes/renew-devices.ts'
import { lockOrdersOf, placeOrder } from '../orders/place-order.ts'
import { findPrices } from '../prices/find-prices.ts'
import { failureMails } from './mails.ts'
import {
  bindFailures,
  type DueDevice,
  findDue,
  findRenewing,
  findSetting,
  hasUnmailedFailures,
  heldFor,
  noteOutcomes,
  type Outcome,
  type Setting,
} from './queries.ts'

/** Devices of one order; more wait for the next run. */
const maxDevices = 2_000

interface RenewTools {
  db: Db
  bus: Bus
  log: Log
  /** Is a mail server set? Without one the page alone tells what failed. */
  canMail: boolean
}

type Renewing = Awaited<ReturnType<typeof findRenewing>>[number]

/**
 * Renews what is due by itself, an order for each account, those that end first as far as cards or money last. Two
 * processes that do so at once renew once.
 */
export async function renewDue(tools: RenewTools, now: number): Promise<void> {
  for (const account of await findRenewing(tools.db, now))
    try {
      await renewOf(tools, account, now)
      if (tools.canMail) await mailFailures(tools.db, account, now)
    } catch (error) {
      tools.log.error({ err: error, accountId: account.accountId }, 'devices were not renewed by themselves')
    }
}

/** The same of one account. */
export async function renewOf(
  { db, bus }: Pick<RenewTools, 'db' | 'bus'>,
  account: Renewing,
  now: number,
): Promise<void> {
  try {
    await inTransaction({ db, bus }, async ({ db: trx, bus: held }) => {
      const outcomes = await tryDue(trx, account, now)
      await noteOutcomes(trx, account.accountId, outcomes, now)
      const renewed = outcomes.flatMap(({ id, result }) => (result === 'renewed' ? [id] : []))
      if (renewed.length > 0) held.publish('device.edited', { deviceIds: Int32Array.from(renewed) })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Cards or money went elsewhere this instant, or a price is at odds with its floor: nothing was renewed.
    const { setting } = await findSetting(db, account.accountId)
    const due = await findDue(db, account.accountId, setting, now)
    const result = resultOf(error.refusal)
    await noteOutcomes(
      db,
      account.accountId,
      due.map((device) => ({ ...device, result })),
      now,
    )
  }
}

const resultOf = (code: string): AutoRenewalResult =>
  autoRenewalResults.find((each) => each === code) ?? 'failed'

/** Renews what can be renewed of what is due now. */
async function tryDue(trx: Trx, { accountId, path }: Renewing, now: number): Promise<Outcome[]> {
  // Whoever comes second finds everything renewed.
  await lockOrdersOf(trx, accountId)
  const { setting } = await findSetting(trx, accountId)
  if (!setting.isOn) return []
  const found = (await findDue(trx, accountId, setting, now)).slice(0, maxDevices)
  if (found.length === 0) return []
  const scope = { accountId, path, deviceId: null }
  const locked = await lockDevices(
    trx,
    scope,
    found.map(({ terminalID }) => terminalID),
  )
  // Somebody may have renewed one while it was not locked.
  const due = found.filter(
    ({ terminalID, endTime }) => locked.get(terminalID)?.platformExpireTime === endTime,
  )
  const { outcomes, affordable } = await choose(trx, { scope, setting, due, now })
  if (affordable.length === 0) return outcomes
  const { payType, duration, currency } = setting
  await placeOrder(
    trx,
    {
      terminalIDs: affordable.map(({ terminalID }) => terminalID),
      duration,
      target: 'both',
      payType,
      ...(payType === 'balance' && { currency }),
    },
    { scope, operatorId: accountId, now },
  )
  return [...outcomes, ...affordable.map((device) => ({ ...device, result: 'renewed' as const }))]
}

interface Choosing {
  scope: { accountId: number; path: string; deviceId: null }
  setting: Setting
  due: readonly DueDevice[]
  now: number
}

/** Which of the devices the cards or the balance last for, and why not the others. */
async function choose(
  trx: Trx,
  { scope, setting, due, now }: Choosing,
): Promise<{ outcomes: Outcome[]; affordable: DueDevice[] }> {
  const { accountId } = scope
  const { duration, payType, currency } = setting
  const terminalIDs = due.map(({ terminalID }) => terminalID)
  const terms = { months: durations[duration].months, target: 'both' as const, payerId: accountId, now }
  const planned = new Map(
    (await planRenewals(trx, scope, terminalIDs, terms)).map((each) => [each.terminalID, each]),
  )
  const types = [...new Set([...planned.values()].map(({ deviceTypeId }) => deviceTypeId))]
  const prices =
    payType === 'balance' ? (await findPrices(trx, accountId, duration, types)).prices.get(currency) : null
  let left = (await heldFor(trx, accountId, setting)) ?? Number.POSITIVE_INFINITY
  const outcomes: Outcome[] = []
  const affordable: DueDevice[] = []
  for (const device of due) {
    const plan = planned.get(device.terminalID)
    // What somebody renewed this minute is looked at again in the next run.
    if (plan === undefined || plan.result === 'operationRepeated') continue
    const price = prices === null ? 1 : prices?.get(plan.deviceTypeId)?.amount
    const result = plan.result ?? (price === undefined ? 'priceMissing' : null)
    if (result !== null) outcomes.push({ ...device, result })
    else if (price! > left) {
      // What ends sooner goes first, also where a later one would be cheaper.
      left = 0
      outcomes.push({ ...device, result: payType === 'card' ? 'notEnoughCards' : 'balanceInsufficient' })
    } else {
      left -= price!
      affordable.push(device)
    }
  }
  return { outcomes, affordable }
}

/** Sends an account one mail about all that failed, about each once. */
async function mailFailures(db: Db, account: Renewing, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOrdersOf(trx, account.accountId)
    if (!(await hasUnmailedFailures(trx, account, now))) return
    const jobId = await queueMail(trx, failureMails, account.accountId, now)
    if (jobId !== null) await bindFailures(trx, account, jobId)
  })
}
