import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { openFile } from '../../platform/file-store/file-store.ts'
import { beginFile, deviceFile } from '../../platform/http/begin-file.ts'
import type { HttpContext } from '../../platform/http/http-context.ts'
import { noteDelivery } from './deliveries.ts'
import { AgpsFailed, fetchSource } from './fetch-source.ts'
import { findData, type KeptData, keepData } from './keep-data.ts'
import { readLink } from './link.ts'
import { type SourceRow, toFetched } from './sources.ts'

type Request = FastifyRequest<{
  Params: Record<'source' | 'device' | 'signature', string>
  Querystring: { chipcode?: string }
}>

/** When a device that got nothing may ask again. */
const retryAfterS = 600
/** A provider that refused data for a receiver is not asked for it again for so long. */
const refusedMs = 10 * 60_000
const longestRefusedMs = 6 * 3_600_000
const mostRefused = 100_000

/**
 * `GET /a/<source>/<terminal id>/<signature>`: A-GPS data for one device by HTTP, whole or by ranges. With AssistNow the
 * device sends the `chipcode` of its receiver along; what comes is for this device alone.
 */
export function mountAgps(fastify: FastifyInstance, context: HttpContext): void {
  const refused = new Map<string, number>()
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/a/:source/:device/:signature',
    exposeHeadRoute: false,
    compress: false,
    handler: (request, reply) => send(context, refused, request as Request, reply),
  })
}

interface Target {
  source: SourceRow
  deviceId: number
}

async function send(
  { db, log, now }: HttpContext,
  refused: Map<string, number>,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const target = await findTarget(db, request.params)
  // No word of why: whoever guesses learns nothing.
  if (target === null) return reply.code(403).header('cache-control', 'no-store').send()
  const { source, deviceId } = target
  const note = async (
    outcome: Parameters<typeof noteDelivery>[1]['outcome'],
    bytes: number,
    data: KeptData | null,
  ) => {
    const delivery = { accountId: source.account_id, sourceId: source.id, deviceId, way: 'http' as const }
    await noteDelivery(db, { ...delivery, outcome, bytes, data, address: request.ip }, now()).catch((error) =>
      log.warn({ err: error }, 'a delivery of A-GPS data could not be noted'),
    )
  }
  const data = await dataFor(db, target, request, { refused, now: now() })
  if (data === null) {
    await note('noData', 0, null)
    return reply.code(503).headers({ 'retry-after': retryAfterS, 'cache-control': 'no-store' }).send()
  }
  reply.header('expires', new Date(data.validUntil).toUTCString())
  const range = beginFile(request, reply, deviceFile(data))
  if (range === null) {
    if (reply.statusCode === 304) await note('unchanged', 0, data)
    return reply
  }
  const stored = await openFile(data.fileKey, range)
  let passed = 0
  stored.on('data', (chunk: Buffer) => {
    passed += chunk.length
  })
  reply.raw.once('close', () => {
    const sent = reply.raw.writableFinished ? passed : Math.max(0, passed - reply.raw.writableLength)
    void note(sent >= data.bytes ? 'sent' : 'partly', sent, data)
  })
  return reply.send(stored)
}

/** A link that was signed here, to a source that is on, of a device that belongs to its account or to one below. */
async function findTarget(db: Db, params: Request['params']): Promise<Target | null> {
  const link = readLink(params)
  if (link === null) return null
  const { rows } = await sql<SourceRow & { deviceId: number }>`
    select s.*, devices.id as "deviceId"
    from agps_sources s join accounts keeper on keeper.id = s.account_id
      join devices on devices.terminal_id = ${link.terminalId}
      join accounts owner on owner.id = devices.account_id and starts_with(owner.path, keeper.path)
    where s.id = ${link.sourceId} and s.is_on`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { deviceId, ...source } = row
  return { source, deviceId }
}

/** Valid data for the device; null: there is none. */
async function dataFor(
  db: Db,
  { source, deviceId }: Target,
  { query }: Request,
  { refused, now }: { refused: Map<string, number>; now: number },
): Promise<KeptData | null> {
  if (source.kind !== 'assistNow') return ifValid(await findData(db, source.id, null), now)
  const last = ifValid(await findData(db, source.id, deviceId), now)
  // The first half of its time it is as good as new; devices fetch in parts, too.
  const isNew = last !== null && now - last.fetchTime < (last.validUntil - last.fetchTime) / 2
  const { chipcode } = query
  const key = `${source.id} ${deviceId}`
  if (isNew || typeof chipcode !== 'string' || chipcode.length > 200 || (refused.get(key) ?? 0) > now)
    return last
  try {
    const bytes = await fetchSource(toFetched(source), chipcode)
    return await keepData(db, { sourceId: source.id, deviceId }, bytes, now)
  } catch (error) {
    if (!(error instanceof AgpsFailed)) throw error
    if (refused.size >= mostRefused) refused.clear()
    refused.set(key, now + Math.min(longestRefusedMs, Math.max(refusedMs, error.retryAfterMs ?? 0)))
    await sql`update agps_sources set failure = ${error.failure}, failure_time = ${now} where id = ${source.id}`.execute(
      db,
    )
    return last
  }
}

const ifValid = (data: KeptData | null, now: number) => (data !== null && data.validUntil > now ? data : null)
