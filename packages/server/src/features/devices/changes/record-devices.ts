import { type RawBuilder, sql } from 'kysely'
import { recordEvent } from '../../../platform/audit.ts'
import type { SessionContext } from '../../../platform/http/serve.ts'
import { by } from '../../../platform/http/session.ts'
import { type Changed, lockDevices, type Trx } from './lock-devices.ts'

type Facts = Record<string, unknown>

const terms = (term: 'platform' | 'user') => ({
  [`${term}ExpireTime`]: sql`d.${sql.ref(`${term}_expire_time`)}`,
  [`${term}Months`]: sql`case when d.${sql.ref(`${term}_from_activation`)} then d.${sql.ref(`${term}_months`)} end`,
})

/** The columns that are recorded before and after a change of each kind, for its superiors to read; never a secret. */
const recordedColumns = {
  deviceTransferred: { account: sql`a.username` },
  deviceTerms: { ...terms('platform'), ...terms('user') },
  deviceRenewed: { ...terms('platform'), ...terms('user') },
  deviceReset: { activateTime: sql`d.activate_time` },
  deviceResetUndone: { activateTime: sql`d.activate_time` },
  devicePassword: {},
  deviceDeleted: { account: sql`a.username`, activateTime: sql`d.activate_time` },
  deviceHost: { host: sql`d.host` },
  permanentLogAdded: {},
  permanentLogRemoved: {},
  deviceType: { deviceType: sql`(select name from device_types t where t.id = d.device_type_id)` },
} as const satisfies Record<string, Record<string, RawBuilder<unknown>>>
export type DeviceEventKind = keyof typeof recordedColumns

const writesStates: readonly DeviceEventKind[] = [
  'deviceTransferred',
  'deviceReset',
  'deviceResetUndone',
  'deviceDeleted',
]

/** So many different values of a batch are recorded, each with its count; the others are counted together. */
const maxValues = 10

/**
 * Changes devices, and records it in the same transaction: one event for all of them, under the nearest account that
 * is above them all before and after, so that nobody reads in it of an account that he does not see.
 */
export async function recordDevices<C extends Changed>(
  trx: Trx,
  { scope, session, address, now }: Pick<SessionContext<unknown>, 'scope' | 'session' | 'address' | 'now'>,
  kind: DeviceEventKind,
  terminalIDs: readonly string[],
  change: () => Promise<C>,
): Promise<C> {
  const withStates = writesStates.includes(kind)
  const locked = await lockDevices(trx, scope, terminalIDs, { withStates })
  const before = await readFacts(
    trx,
    kind,
    [...locked.values()].map(({ id }) => id),
  )
  const changed = await change()
  const ids = changed.done.map(({ id }) => id)
  if (ids.length === 0) return changed
  const after = await readFacts(trx, kind, ids)
  const isGone = kind === 'deviceDeleted'
  const pairs = ids.map((id) => {
    const [was, is] = [before.get(id)?.facts ?? {}, after.get(id)?.facts ?? {}]
    const keys = Object.keys(was).filter((key) => isGone || was[key] !== is[key])
    return { was: only(was, keys), is: only(is, keys) }
  })
  const [first] = changed.done
  const isOne = changed.done.length === 1
  const batch = isOne
    ? {}
    : { devices: ids.length, terminalIDs: changed.done.map(({ terminalID }) => terminalID) }
  const paths = ids.flatMap((id) => [before.get(id)?.path ?? [], after.get(id)?.path ?? []].flat())
  await recordEvent(trx, {
    kind,
    time: now,
    accountId: accountAbove(paths),
    ...by(session),
    address,
    ...(isOne && first && { terminalId: first.terminalID }),
    ...given('before', summaryOf(pairs.map(({ was }) => was))),
    ...given('after', { ...batch, ...(isGone ? {} : summaryOf(pairs.map(({ is }) => is))) }),
  })
  return changed
}

async function readFacts(
  trx: Trx,
  kind: DeviceEventKind,
  ids: readonly number[],
): Promise<Map<number, { path: string; facts: Facts }>> {
  const pairs = Object.entries(recordedColumns[kind]).flatMap(([name, value]) => [sql.lit(name), value])
  const { rows } = await sql<{ id: number; path: string; facts: Facts }>`
    select d.id, a.path, jsonb_build_object(${pairs.length > 0 ? sql.join(pairs) : sql``}) as facts
    from devices d join accounts a on a.id = d.account_id where d.id = any(${ids}::int4[])`.execute(trx)
  return new Map(rows.map(({ id, path, facts }) => [id, { path, facts: readable(facts) }]))
}

/** Instants as people and files read them. */
const readable = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name.endsWith('Time') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  )

const only = (facts: Facts, keys: readonly string[]): Facts =>
  Object.fromEntries(keys.map((key) => [key, facts[key]]))

/** The value where all have the same; else how often each is there. */
function summaryOf(all: readonly Facts[]): Facts {
  const names = [...new Set(all.flatMap((facts) => Object.keys(facts)))]
  return Object.fromEntries(
    names.map((name) => {
      const counts = new Map<unknown, number>()
      for (const facts of all) if (name in facts) counts.set(facts[name], (counts.get(facts[name]) ?? 0) + 1)
      if (counts.size === 1) return [name, [...counts.keys()][0]]
      const byCount = [...counts].sort(([, one], [, other]) => other - one)
      const others = byCount.slice(maxValues).reduce((sum, [, count]) => sum + count, 0)
      const common = byCount.slice(0, maxValues).map(([value, count]) => [String(value), count])
      return [name, Object.fromEntries(others > 0 ? [...common, ['others', others]] : common)]
    }),
  )
}

/** The last id that all these paths have in common. */
function accountAbove(paths: readonly string[]): number {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(1, -1))
  const length = Math.min(
    first.length,
    ...others.map((path) => {
      const at = first.findIndex((id, n) => path[n] !== id)
      return at < 0 ? first.length : at
    }),
  )
  return Number(first[length - 1])
}

const given = (name: 'before' | 'after', facts: Facts) =>
  Object.keys(facts).length > 0 ? { [name]: facts } : {}
