import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rangeOf } from '../../platform/http/byte-range.ts'
import { versionOf } from './file-archive.ts'
import { streetMaps } from './map-folder.ts'

type ByRanges = FastifyRequest<{ Params: { file: string }; Querystring: { v?: string } }>

/**
 * `GET /map/streets/<id>.pmtiles`: bytes of a map by ranges (RFC 9110, section 14), one range at a time. Nothing is
 * compressed on the way, for ranges count the bytes as they are stored.
 */
export function mountStreetMaps(fastify: FastifyInstance): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/map/streets/:file',
    exposeHeadRoute: false,
    compress: false,
    handler: (request, reply) => sendMap(request as ByRanges, reply),
  })
}

async function sendMap({ params, query, headers, method }: ByRanges, reply: FastifyReply): Promise<unknown> {
  const map = (await streetMaps()).find(({ id }) => params.file === `${id}.pmtiles`)
  const stats = map && (await stat(map.path).catch(() => undefined))
  if (!map || !stats) return reply.callNotFound()
  const { size } = stats
  // Strong: readers put parts of several answers together. Of the bytes that are sent, not of the list.
  const version = versionOf(stats)
  const etag = `"${version}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': 'application/vnd.pmtiles',
  })
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch?.split(',').some((each) => each.trim() === etag || each.trim() === '*'))
    return reply.code(304).send()

  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag
  const range = isOther ? null : rangeOf(headers.range, size)
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  reply.code(range ? 206 : 200).header('content-length', end - start + 1)
  if (range) reply.header('content-range', `bytes ${start}-${end}/${size}`)
  return reply.send(method === 'HEAD' ? undefined : createReadStream(map.path, { start, end }))
}
