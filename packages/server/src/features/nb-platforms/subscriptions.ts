import type { NbPlatformState, NbSubscription } from '@trackway/core/features/nb-platforms/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { PlatformRefused, withoutSecrets } from '../../platform/outbound/send-request.ts'
import { nbClientOf } from './nb-client.ts'
import type { NbClient, RemoteSubscription } from './providers/nb-platform.ts'
import { nbPlatforms } from './providers/nb-platforms.ts'
import { nbSetting, pushPath } from './stored-platforms.ts'

/** What platforms of networks push here: asked for, kept, renewed and ended. */

const dayMs = 86_400_000
/** What ends is renewed so long before. */
const renewBeforeMs = 3 * dayMs
/** Devices report at least daily: a platform that is silent for longer has stopped. */
const silentMs = dayMs

interface Row {
  platform: string
  type: string
  state: 'active' | 'elsewhere' | 'none'
  remote_id: string | null
  is_wanted: boolean
  subscribe_time: number | null
}

interface Connected {
  client: NbClient
  pushUrl: string
}

/** The platforms that are set up, with their subscriptions as they were last seen. */
export async function findSubscriptions(db: Db, now: number): Promise<NbPlatformState[]> {
  const stored = await nbSetting.read(db)
  const { rows } = await sql<Row>`select * from nb_subscriptions`.execute(db)
  const { rows: states } = await sql<{
    platform: string
    last_push_time: number | null
    check_time: number | null
    failure: string | null
  }>`select * from nb_platform_states`.execute(db)
  return nbPlatforms.flatMap(({ name, label, types }) => {
    const set = stored?.platforms[name]
    if (!set) return []
    const known = new Map(rows.filter(({ platform }) => platform === name).map((row) => [row.type, row]))
    const {
      last_push_time = null,
      check_time = null,
      failure = null,
    } = states.find(({ platform }) => platform === name) ?? {}
    const subscriptions = [...new Set([...types, ...known.keys()])]
      .filter((type) => types.includes(type) || known.get(type)!.state !== 'none')
      .map((type) => subscriptionOf(type, known.get(type), validMsOf(set), now))
    const subscribed = Math.min(...subscriptions.flatMap(({ subscribeTime }) => subscribeTime ?? []))
    const since = Math.max(last_push_time ?? 0, Number.isFinite(subscribed) ? subscribed : 0)
    const isExpected = subscriptions.some(({ state }) => state === 'active' || state === 'ending')
    return [
      {
        platform: name,
        label,
        lastPushTime: last_push_time,
        isSilent: isExpected && since > 0 && now - since > silentMs,
        checkTime: check_time,
        failure,
        subscriptions,
      },
    ]
  })
}

function subscriptionOf(
  type: string,
  row: Row | undefined,
  validMs: number | null,
  now: number,
): NbSubscription {
  const subscribeTime = row?.subscribe_time ?? null
  const expireTime =
    row?.state === 'active' && subscribeTime !== null && validMs !== null ? subscribeTime + validMs : null
  return {
    type,
    state: stateOf(row, expireTime, now),
    isKept: row?.is_wanted ?? false,
    subscribeTime,
    expireTime,
  }
}

function stateOf(row: Row | undefined, expireTime: number | null, now: number): NbSubscription['state'] {
  if (row === undefined || row.state === 'none') return row?.is_wanted ? 'lost' : 'none'
  if (row.state === 'elsewhere') return 'elsewhere'
  if (expireTime === null) return 'active'
  return expireTime <= now ? 'ended' : expireTime - now <= renewBeforeMs ? 'ending' : 'active'
}

/** How long the platform keeps a subscription; null: it does not end by itself. */
const validMsOf = ({ validDays }: Record<string, unknown>): number | null =>
  typeof validDays === 'number' ? validDays * dayMs : null

/** Why a platform refused, as it may be shown: without the key that it pushes with. */
export const reasonOf = ({ code, message }: PlatformRefused, pushUrl: string): string =>
  `${code}: ${withoutSecrets(message, [pushUrl, pushUrl.split(pushPath)[1]])}`

/** First key of the locks by which subscriptions of a platform are changed by one at a time, in all processes. */
const platformLocks = 7_203_078

/** Holds a connection, and little else, while the platform answers. */
const inTurn = <T>(db: Db, platform: string, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${platformLocks}, hashtext(${platform}))`.execute(trx)
    return work()
  })

/**
 * Asks the platform for its subscriptions, and writes down what it says, or why it did not.
 * @throws {PlatformRefused}
 */
export async function checkSubscriptions(
  db: Db,
  platform: string,
  { client, pushUrl }: Connected,
  now: number,
): Promise<RemoteSubscription[]> {
  try {
    const list = await client.subscriptions()
    await writeFound(db, platform, list, pushUrl)
    await writeChecked(db, platform, null, now)
    return list
  } catch (error) {
    if (error instanceof PlatformRefused) await writeChecked(db, platform, reasonOf(error, pushUrl), now)
    throw error
  }
}

/**
 * Subscribes this address to pushes of these types, in place of what the platform had of them; they are kept from now on.
 * What pushes here already is left as it is, unless its time is bounded: then it begins anew.
 * @throws {PlatformRefused}
 */
export const subscribe = (
  db: Db,
  platform: string,
  connected: Connected,
  types: readonly string[],
  now: number,
): Promise<void> => inTurn(db, platform, () => replace(db, platform, connected, types, now))

async function replace(
  db: Db,
  platform: string,
  connected: Connected,
  types: readonly string[],
  now: number,
): Promise<void> {
  const { client, pushUrl } = connected
  const isBounded = validMsOf((await nbSetting.read(db))?.platforms[platform] ?? {}) !== null
  const list = await checkSubscriptions(db, platform, connected, now)
  const kept = new Set(list.filter(({ url }) => url === pushUrl && !isBounded).map(({ type }) => type))
  const made = types.filter((type) => !kept.has(type))
  // A platform has one address for a type, and takes no second one.
  const former = list.filter(({ type }) => made.includes(type))
  // Kept from now on: where the new one fails, the job makes up for it.
  await keep(former.map(({ type }) => type))
  try {
    for (const { id } of former) await client.unsubscribe(id)
    if (made.length > 0) await client.subscribe(pushUrl, made)
    await keep(types)
  } finally {
    // Also after a failure, which may have come half-way.
    await checkSubscriptions(db, platform, connected, now)
  }

  async function keep(some: readonly string[]): Promise<void> {
    await sql`
      insert into nb_subscriptions as s (platform, type, state, is_wanted, subscribe_time)
      select distinct ${platform}, type, 'none', true, ${now}::int8 from unnest(${some}::text[]) as t (type)
      on conflict (platform, type) do update set is_wanted = true, subscribe_time =
        case when s.type = any(${made}::text[]) then excluded.subscribe_time
          else coalesce(s.subscribe_time, excluded.subscribe_time) end`.execute(db)
  }
}

/** Ends those of these types that push here, which are not kept any longer. @throws {PlatformRefused} */
export const unsubscribe = (
  db: Db,
  platform: string,
  connected: Connected,
  types: readonly string[],
  now: number,
): Promise<void> =>
  inTurn(db, platform, async () => {
    await sql`update nb_subscriptions set is_wanted = false
      where platform = ${platform} and type = any(${types}::text[])`.execute(db)
    const list = await checkSubscriptions(db, platform, connected, now)
    for (const { id, type, url } of list)
      if (types.includes(type) && isOurs(url, connected.pushUrl)) await connected.client.unsubscribe(id)
    await checkSubscriptions(db, platform, connected, now)
  })

/**
 * Looks after the subscriptions of a platform: those that are kept and that it lost, that end soon, or that push to an
 * address we had before, are subscribed again. What pushes to somebody else's address is left to people.
 * @returns the types that were subscribed again
 * @throws {PlatformRefused}
 */
export async function renewSubscriptions(db: Db, platform: string, now: number): Promise<string[]> {
  const connected = await nbClientOf(db, platform)
  if (connected === null) return []
  const list = await checkSubscriptions(db, platform, connected, now)
  const state = (await findSubscriptions(db, now)).find((each) => each.platform === platform)
  const before = new Set(
    list
      .filter(({ url }) => url !== connected.pushUrl && isOurs(url, connected.pushUrl))
      .map(({ type }) => type),
  )
  const due = (state?.subscriptions ?? []).filter(
    ({ type, state, isKept }) => isKept && (['lost', 'ending', 'ended'].includes(state) || before.has(type)),
  )
  const types = due.map(({ type }) => type)
  if (types.length > 0) await subscribe(db, platform, connected, types, now)
  return types
}

/** Does an address lead here, with this key or one that was before? */
const isOurs = (url: string, pushUrl: string): boolean =>
  url.startsWith(pushUrl.split(pushPath)[0]! + pushPath)

async function writeFound(
  db: Db,
  platform: string,
  list: readonly RemoteSubscription[],
  pushUrl: string,
): Promise<void> {
  // Where a type has several, ours counts.
  const byType = new Map(
    [...list.filter(({ url }) => url !== pushUrl), ...list.filter(({ url }) => url === pushUrl)].map(
      (each) => [each.type, each],
    ),
  )
  const found = [...byType.values()]
  const [types, ids, states] = [
    found.map(({ type }) => type),
    found.map(({ id }) => id),
    found.map(({ url }) => (url === pushUrl ? 'active' : 'elsewhere')),
  ]
  await db.transaction().execute(async (trx) => {
    await sql`update nb_subscriptions set state = 'none', remote_id = null
      where platform = ${platform} and type <> all(${types}::text[])`.execute(trx)
    await sql`
      insert into nb_subscriptions as s (platform, type, remote_id, state)
      select ${platform}, * from unnest(${types}::text[], ${ids}::text[], ${states}::text[])
      on conflict (platform, type) do update set remote_id = excluded.remote_id, state = excluded.state`.execute(
      trx,
    )
  })
}

async function writeChecked(db: Db, platform: string, failure: string | null, now: number): Promise<void> {
  await sql`
    insert into nb_platform_states (platform, check_time, failure) values (${platform}, ${now}, ${failure})
    on conflict (platform) do update set check_time = excluded.check_time, failure = excluded.failure`.execute(
    db,
  )
}

/** A platform that is removed is forgotten with all that was known of it. */
export async function forgetSubscriptions(trx: Db, platform: string): Promise<void> {
  await sql`delete from nb_subscriptions where platform = ${platform}`.execute(trx)
  await sql`delete from nb_platform_states where platform = ${platform}`.execute(trx)
}
