import { roles } from '@trackway/core/codes/roles.ts'
import type { CheckResult } from '@trackway/core/features/quality-checks/calls.ts'
import {
  type CheckCode,
  type Criterion,
  newCriterion,
  usualCriteria,
} from '@trackway/core/features/quality-checks/checks.ts'
import { chance } from '@trackway/simulator/random.ts'
import { sql } from 'kysely'
import {
  closeAttempts,
  insertAttempts,
  readOpenAttempts,
  writeAttempts,
} from '../../features/quality-checks/attempts.ts'
import { qualityCheckKind } from '../../features/quality-checks/check-kind.ts'
import { insertCriteria } from '../../features/quality-checks/criteria.ts'
import { closeChecks } from '../../features/quality-checks/judge.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { named } from '../accounts.ts'
import { type DemoFactory, dayMs, hourMs, minuteMs } from './demo-factory.ts'
import { madeTypes } from './line-batches.ts'
import { type PastDevice, replayTask } from './past-tasks.ts'

/** Runs of the bench, the newest first: days ago, and how many devices were scanned. */
const runs = [
  { daysAgo: 1, devices: 12, name: '抽检', station: '质检台 2' },
  { daysAgo: 2, devices: 10, name: '每周抽检', station: '质检台 1' },
  { daysAgo: 4, devices: 12, name: '抽检', station: '质检台 1' },
  { daysAgo: 6, devices: 8, name: '返修复检', station: '质检台 2' },
  { daysAgo: 9, devices: 10, name: '每周抽检', station: '质检台 1' },
  { daysAgo: 41, devices: 12, name: '出货检验', station: '质检台 1' },
  { daysAgo: 42, devices: 14, name: '出货检验', station: '质检台 2' },
] as const

/** What a device fails by, in turn. */
const failures: readonly CheckCode[] = ['fix', 'satellites', 'iccid', 'externalVoltage', 'acc']
/** Every so manieth device fails; every other of these passes when it is checked again. */
const failsEach = 9
const secondsPerDevice = 20

/** Runs with passes and failures, some of them checked again, where nothing was checked before. */
export async function ensureQualityChecks(factory: DemoFactory): Promise<void> {
  const { database, scope, staff, now } = factory
  const { db } = database
  const known = await db
    .selectFrom('quality_results')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  for (const { id, firmware } of madeTypes) await addCriteria(factory, id, firmware)
  const devices = await findDevices(factory)
  for (const { daysAgo, name, station, some } of assignDevices(devices).toReversed()) {
    const startTime = now - daysAgo * dayMs - 3 * hourMs
    const plan = some.map(({ terminalID, index }, at) => {
      const isBad = index % failsEach === failsEach - 1
      const failure = isBad ? failures[Math.floor(index / failsEach) % failures.length]! : null
      const scanTime = startTime + at * secondsPerDevice * 1_000
      return {
        terminalID,
        index,
        failure,
        scanTime,
        isRetested: isBad && Math.floor(index / failsEach) % 2 === 0,
      }
    })
    const params = {
      batch: `CK${new Date(startTime).toISOString().slice(2, 10).replaceAll('-', '')}`,
      station,
    }
    const taskId = await replayTask(factory, {
      kind: qualityCheckKind,
      step: 'check',
      params,
      actorId: staff[roles.test]!,
      startTime,
      rules: { name, maxFailurePercent: null },
      devices: plan.map(({ terminalID, failure, scanTime, isRetested }): PastDevice => {
        const isGood = failure === null || isRetested
        return {
          terminalID,
          endTime: scanTime + (isRetested ? 20 : 3) * minuteMs,
          outcome: isGood ? { state: 'done' } : { state: 'failed', failure: 'checksFailed', result: failure },
        }
      }),
    })
    const about = { ...params, accountId: scope.accountId, taskId: taskId!, operator: named('test') }
    await db.transaction().execute(async (trx) => {
      await attempt(trx, about, startTime, plan)
      const again = plan.filter(({ isRetested }) => isRetested).map((each) => ({ ...each, failure: null }))
      await attempt(trx, about, startTime + 15 * minuteMs, again)
    })
  }
}

/** Gives each run its devices, each once so that the yield of every day counts; the newest runs first. */
function assignDevices(devices: readonly string[]) {
  let checked = 0
  return runs.flatMap(({ devices: count, ...run }) => {
    const first = checked
    checked += count
    const some = devices.slice(first, checked).map((terminalID, at) => ({ terminalID, index: first + at }))
    return some.length === 0 ? [] : [{ ...run, some }]
  })
}

const check = (code: CheckCode, parts: Partial<Criterion> = {}): Criterion => ({
  ...newCriterion(code),
  ...parts,
})

async function addCriteria(
  { database, scope, staff, now }: DemoFactory,
  deviceType: number,
  firmware: string,
) {
  const usual = [...usualCriteria.checks, check('iccid')]
  const all = [...usual, check('externalVoltage'), check('acc')]
  const save = (trx: Db, checks: Criterion[], daysAgo: number, note: string) =>
    insertCriteria(
      trx,
      scope,
      { deviceType, minutes: 5, checks, note },
      { createdBy: staff[roles.test]!, now: now - daysAgo * dayMs },
    )
  await database.db
    .transaction()
    .execute(async (trx) => {
      await save(trx, usual, 180, '首版')
      await save(trx, all, 90, `增加电压和 ACC，适用于 ${firmware}`)
    })
    .catch((error) => {
      // An administrator says that the type has no such sensors: the usual criteria count.
      if (!(error instanceof Refusal)) throw error
    })
}

/** Attempts with devices that are scanned one after the other, each with what was seen of it. */
async function attempt(
  trx: Db,
  about: Omit<Parameters<typeof insertAttempts>[1], 'now'>,
  startTime: number,
  devices: readonly { terminalID: string; index: number; failure: CheckCode | null }[],
): Promise<void> {
  const ids = devices.map(({ terminalID }) => terminalID)
  await insertAttempts(trx, { ...about, now: startTime }, ids)
  const open = await readOpenAttempts(trx, about.taskId, ids)
  const seen = devices.flatMap(({ terminalID, index, failure }) => {
    const found = open.get(terminalID)
    if (found === undefined) return []
    const checks = found.checks.map((each, place): CheckResult => {
      const time = startTime + 15_000 + Math.round(chance(index, place) * 120_000)
      if (each.code !== failure) return { ...each, state: 'passed', value: goodValue(each.code, index), time }
      return { ...each, value: badValues[each.code] ?? null, time: each.code === 'iccid' ? null : time }
    })
    return [{ ...found, seenTime: startTime + 3 * minuteMs, checks: closeChecks(checks) }]
  })
  await writeAttempts(trx, seen)
  for (const [isBad, alike] of Map.groupBy(seen, ({ checks }) =>
    checks.some(({ state }) => state === 'failed'),
  ))
    await closeAttempts(trx, alike, startTime + (isBad ? 5 : 3) * minuteMs)
}

const badValues: Partial<Record<CheckCode, number | string>> = {
  satellites: 3,
  externalVoltage: 9.1,
  acc: 'off',
}

function goodValue(code: CheckCode, index: number): number | string | null {
  const tenths = (least: number, spread: number) =>
    Number((least + spread * chance(index, 90, code.length)).toFixed(1))
  switch (code) {
    case 'fix':
      return tenths(0.4, 1.6)
    case 'satellites':
      return Math.round(tenths(7, 6))
    case 'gsm':
      return 3 + (index % 2)
    case 'externalVoltage':
      return tenths(12, 0.6)
    case 'acc':
      return 'on, off'
    case 'iccid':
      return `898606170800${String(index).padStart(8, '0')}`
    default:
      return null
  }
}

/** Vehicles of today were checked before they left. */
async function findDevices({ database, scope }: DemoFactory): Promise<string[]> {
  const { rows } = await sql<{ terminalID: string }>`
    select devices.terminal_id as "terminalID" from devices join accounts on accounts.id = devices.account_id
    where starts_with(path, ${scope.path}) and devices.terminal_id ~ '^(861234|1440)' and devices.activate_time is not null
    order by devices.id limit 90`.execute(database.db)
  return rows.map(({ terminalID }) => terminalID)
}
