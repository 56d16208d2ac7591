import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import {
  type MoveServer,
  type moveServerSettings,
  serverMoveCalls,
} from '@trackway/core/features/server-moves/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { isUniqueViolation, Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { AddressRefused, assertPublic, postGuarded } from '../../platform/outbound/guarded-request.ts'
import { isPrivateAddress } from '../../platform/outbound/private-addresses.ts'
import { factoryOf, pathEnd } from '../../platform/scope/scope-sql.ts'
import { type SealedColumn, seal, unseal } from '../../platform/secrets.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'

/** Servers that devices are moved to, stored by whoever moves devices; those of ours answer by their API. */

const purpose = 'moveServer'
export const moveServerKeys: SealedColumn = { table: 'move_servers', column: 'api_key', purpose }
const timeoutMs = 10_000
const askedAtOnce = 100

type Settings = z.output<typeof moveServerSettings>

export interface StoredServer extends Omit<MoveServer, 'hasApiKey' | 'note' | 'transport'> {
  transport: 'tcp' | 'udp'
  /** Sealed; null: none is set. */
  apiKey: Buffer | null
}

const columns = sql`s.id, s.name, s.host, s.port, s.transport, s.url, s.api_key as "apiKey", s.note`
const seenBy = ({ path }: Pick<Scope, 'path'>): RawBuilder<SqlBool> => sql`s.account_id in (
  select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

/** A page of the servers that the caller sees, by name. */
export async function findServers(
  db: Db,
  scope: Scope,
  { search, pageNum, pageSize }: z.output<typeof serverMoveCalls.servers.input>,
): Promise<Page<MoveServer>> {
  const pattern = likePattern((search ?? '').toLowerCase())
  const found = sql`from move_servers s where ${seenBy(scope)}
    and (lower(s.name) like ${pattern} or lower(s.host) like ${pattern})`
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int4 as total ${found}`.execute(db)
  const { rows } = await sql<StoredServer & { note: string | null }>`
    select ${columns} ${found} order by s.name, s.id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list: rows.map(toServer), total: counts[0]!.total }
}

/** @throws {Refusal} `notFound` */
export async function findServer(
  db: Db,
  scope: Scope,
  id: number,
): Promise<StoredServer & { note: string | null }> {
  const { rows } = await sql<StoredServer & { note: string | null }>`
    select ${columns} from move_servers s where s.id = ${id} and ${seenBy(scope)}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

/** A server that somebody who sees it has chosen; null: it was removed since. */
export async function readServer(db: Db, id: number): Promise<StoredServer | null> {
  const { rows } = await sql<StoredServer>`select ${columns} from move_servers s where s.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * The server at an address, among those of the account that a task was made for and of accounts above it, the nearest
 * with a key first; null: they know no more of it. Accounts below have no say in where their superiors' devices are looked for.
 */
export async function findServerAt(
  db: Db,
  { scopeAccountId }: { scopeAccountId: number },
  { host, port }: { host: string; port: number },
): Promise<StoredServer | null> {
  const { rows } = await sql<StoredServer>`
    select ${columns} from move_servers s join accounts a on a.id = s.account_id
      join accounts scope on scope.id = ${scopeAccountId}
    where lower(s.host) = lower(${host}) and s.port = ${port}
      and starts_with(scope.path, a.path)
    order by (s.api_key is not null) desc, length(a.path) desc, s.id limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Adds a server for the account that the caller works for, or changes one; within a transaction.
 * @throws {Refusal} `notFound`, `moveServerTaken`, `addressRefused`, `tooManyEntries`
 */
export async function saveServer(
  trx: Db,
  scope: Scope,
  { id, apiKey, ...settings }: Settings & { id?: number | undefined },
  now: number,
): Promise<MoveServer> {
  if (settings.url !== null) await checkUrl(settings.url)
  const before = id === undefined ? null : await findServer(trx, scope, id)
  // A key is for the address that it was given with.
  const kept = before !== null && before.url === settings.url ? before.apiKey : null
  const sealed = settings.url === null ? null : apiKey === undefined ? kept : seal(apiKey, purpose)
  const values = { ...settings, api_key: sealed }
  try {
    if (before !== null) {
      await trx.updateTable('move_servers').set(values).where('id', '=', before.id).execute()
      return toServer({ ...before, ...settings, apiKey: sealed })
    }
    const account_id = factoryOf(scope)
    const { count } = await trx
      .selectFrom('move_servers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', account_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= limits.moveServers) throw new Refusal('tooManyEntries')
    const added = await trx
      .insertInto('move_servers')
      .values({ ...values, account_id, create_time: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return toServer({ ...settings, id: added.id, apiKey: sealed })
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('moveServerTaken', { cause: error })
    throw error
  }
}

/** @throws {Refusal} `notFound` */
export async function removeServer(trx: Db, scope: Scope, id: number): Promise<StoredServer> {
  const server = await findServer(trx, scope, id)
  await trx.deleteFrom('move_servers').where('id', '=', id).execute()
  return server
}

async function checkUrl(url: string): Promise<void> {
  try {
    await assertPublic(url, processSettings.webhookAllowPrivate)
  } catch (error) {
    if (error instanceof AddressRefused) throw new Refusal('addressRefused', { cause: error })
    throw error
  }
}

function toServer({ apiKey, ...server }: StoredServer & { note: string | null }): MoveServer {
  return { ...server, hasApiKey: apiKey !== null }
}

/**
 * Of these devices those that logged in at the other server since they left here.
 * @param since by terminal id, when it left, epoch ms
 * @throws whatever keeps the server from answering
 */
export async function presentThere(
  server: StoredServer,
  since: ReadonlyMap<string, number>,
  now: number,
): Promise<ReadonlySet<string>> {
  const there = new Set<string>()
  for (const terminalIDs of partsOf([...since.keys()])) {
    const { list } = await ask(server, serverMoveCalls.presences, { terminalIDs })
    for (const { terminalID, isHere, sinceMs } of list)
      if (isHere && sinceMs !== null && now - sinceMs > since.get(terminalID)!) there.add(terminalID)
  }
  return there
}

/**
 * Tells another server of ours to send devices here.
 * @returns those of them that it does not have
 * @throws whatever keeps it from answering
 */
export async function callFrom(
  server: StoredServer,
  terminalIds: readonly string[],
  to: { host: string; port: number; name: string },
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>()
  for (const terminalIDs of partsOf(terminalIds))
    try {
      const { failed } = await ask(server, serverMoveCalls.send, { ...to, terminalIDs })
      for (const { id } of failed) missing.add(String(id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const id of terminalIDs) missing.add(id)
    }
  return missing
}

/** Answers are read up to 16 kB. */
const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / askedAtOnce) }, (_, part) =>
    ids.slice(part * askedAtOnce, (part + 1) * askedAtOnce),
  )

/** What a test of a server found; null where there is nothing to try. */
export async function testServer({ host, port, transport, ...server }: StoredServer) {
  const hasApi = server.url !== null && server.apiKey !== null
  const [isReached, isApiReached] = await Promise.all([
    transport === 'udp' ? null : takesConnections(host, port),
    hasApi
      ? ask({ host, port, transport, ...server }, serverMoveCalls.presences, {
          terminalIDs: ['000000000000000'],
        }).then(
          () => true,
          () => false,
        )
      : null,
  ])
  return { isReached, isApiReached }
}

/** Connects to what the name led to when it was judged: the own network is nobody's to look into. */
async function takesConnections(name: string, port: number): Promise<boolean> {
  const found = await lookup(name).catch(() => null)
  if (found === null || (!processSettings.webhookAllowPrivate && isPrivateAddress(found.address)))
    return false
  return await new Promise((resolve) => {
    const socket = connect({ host: found.address, port, timeout: timeoutMs })
    const end = (isReached: boolean) => () => {
      socket.destroy()
      resolve(isReached)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
}

/** A call of another installation. @throws {Refusal} `notFound` as it refused; whatever kept it from answering */
async function ask<C extends typeof serverMoveCalls.presences | typeof serverMoveCalls.send>(
  { url, apiKey }: StoredServer,
  call: C,
  input: object,
): Promise<OutputOf<C>> {
  const key = apiKey === null ? null : unseal(apiKey, purpose)
  const { status, text } = await postGuarded({
    url: `${url!.replace(/\/+$/, '')}${call.path}`,
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: Buffer.from(JSON.stringify(input)),
    timeoutMs,
    allowPrivate: processSettings.webhookAllowPrivate,
  })
  const { meta, data } = JSON.parse(text) as {
    meta: { success: boolean; code: number; message?: string }
    data: unknown
  }
  if (resultNames[meta.code] === 'notFound') throw new Refusal('notFound')
  if (status !== 200 || !meta.success)
    throw new Error(`the other server refused: ${status} ${meta.message ?? ''}`)
  return call.output!.parse(data) as OutputOf<C>
}
