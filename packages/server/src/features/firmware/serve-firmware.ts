import { PassThrough, pipeline } from 'node:stream'
import { type Misfit, misfitOf } from '@trackway/core/features/firmware/firmware-fit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { openFile } from '../../platform/file-store/file-store.ts'
import { beginFile, deviceFile } from '../../platform/http/begin-file.ts'
import type { HttpContext } from '../../platform/http/http-context.ts'
import { readLink } from './link.ts'
import { firmwareSql, hardwareSql } from './transfer/transfer-queries.ts'

type Request = FastifyRequest<{ Params: Record<'file' | 'device' | 'expiry' | 'signature', string> }>

/** How often it is written down at most how far a device has come. */
const noteMs = 1_000
/** A device that has it may fetch it again; one that has not said what it has was given the link all the same. */
const allowed: readonly (Misfit | null)[] = [null, 'sameVersion', 'versionUnknown']

/**
 * `GET /f/<file>/<device>/<expiry>/<signature>`: firmware for one device by HTTP, whole or by ranges (RFC 9110,
 * section 14). Nothing is redirected or compressed on the way: devices know neither.
 */
export function mountFirmware(fastify: FastifyInstance, context: HttpContext): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/f/:file/:device/:expiry/:signature',
    exposeHeadRoute: false,
    compress: false,
    handler: (request, reply) => send(context, request as Request, reply),
  })
}

async function send(
  { db, bus, log, now }: HttpContext,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, ip } = request
  const found = await findLink({ db, now }, params)
  if (found === null) return refuse(reply)
  const { id, bytes: size, sha256, fileKey, deviceId } = found
  const range = beginFile(request, reply, deviceFile({ bytes: size, sha256 }))
  if (range === null) return reply
  const { start } = range
  const note = async (sentBytes: number) => {
    try {
      await noteSent(db, { id, sentBytes, address: ip }, now())
      if (sentBytes === size) bus.publish('firmware.changed', { deviceIds: Int32Array.of(deviceId) })
    } catch (error) {
      log.warn({ err: error }, 'the progress of a device could not be stored')
    }
  }
  await noteRequest(db, { id, address: ip }, now())
  const stored = await openFile(fileKey, range)
  const body = new PassThrough()
  let passed = 0
  let noteTime = now()
  stored.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (now() - noteTime < noteMs) return
    noteTime = now()
    void note(start + Math.max(0, passed - reply.raw.writableLength))
  })
  // A reader that goes away ends both.
  pipeline(stored, body, () => {})
  reply.raw.once('close', () => {
    const sent = reply.raw.writableFinished ? passed : Math.max(0, passed - reply.raw.writableLength)
    void note(start + sent)
  })
  return reply.send(body)
}

/** No word of why: whoever guesses learns nothing. */
const refuse = (reply: FastifyReply): FastifyReply =>
  reply.code(403).header('cache-control', 'no-store').send()

/** A link that was signed here, has not expired as the request begins, and was not removed; and the device is still one for it. */
async function findLink(
  { db, now }: Pick<HttpContext, 'db' | 'now'>,
  params: Parameters<typeof readLink>[0],
) {
  const link = readLink(params)
  if (link === null || link.expireSeconds * 1000 <= now()) return null
  const row = await db
    .selectFrom('firmware_links as l')
    .innerJoin('firmware_files as f', 'f.id', 'l.file_id')
    .innerJoin('devices', 'devices.id', 'l.device_id')
    .where('l.file_id', '=', link.fileId)
    .where('l.expire_time', '=', link.expireSeconds * 1000)
    .where('devices.terminal_id', '=', link.terminalId)
    .select([
      'l.id',
      'l.device_id as deviceId',
      'f.bytes',
      'f.sha256',
      'f.file_key as fileKey',
      'f.version',
      'f.hardware',
      'f.from_versions as fromVersions',
      'f.device_type_id as deviceTypeId',
      'devices.device_type_id as typeOfDevice',
      firmwareSql.as('firmware'),
      hardwareSql.as('hardwareOfDevice'),
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const { typeOfDevice: deviceTypeId, firmware, hardwareOfDevice } = row
  const misfit = misfitOf(row, { deviceTypeId, firmware, hardware: hardwareOfDevice })
  return allowed.includes(misfit) ? row : null
}

async function noteRequest(
  db: HttpContext['db'],
  { id, address }: { id: number; address: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('firmware_links')
    .set({ requests: sql`requests + 1`, request_time: now, request_address: address })
    .where('id', '=', id)
    .execute()
}

/** Bytes sent are the progress: as far into the file as any request came. */
async function noteSent(
  db: HttpContext['db'],
  { id, sentBytes }: { id: number; sentBytes: number; address: string },
  now: number,
): Promise<void> {
  await sql`
    update firmware_links l set sent_bytes = greatest(l.sent_bytes, ${sentBytes}), request_time = ${now},
      finish_time = case when ${sentBytes} >= f.bytes then coalesce(l.finish_time, ${now}::bigint) else l.finish_time end
    from firmware_files f where l.id = ${id} and f.id = l.file_id`.execute(db)
}
