import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginFile } from '../../platform/http/begin-file.ts'
import { versionOf } from './file-archive.ts'
import { streetMaps } from './map-folder.ts'

type ByRanges = FastifyRequest<{ Params: { file: string }; Querystring: { v?: string } }>

/**
 * `GET /map/streets/<id>.pmtiles`: bytes of a map, whole or by ranges.
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

async function sendMap(request: ByRanges, reply: FastifyReply): Promise<unknown> {
  const { params, query } = request
  const map = (await streetMaps()).find(({ id }) => params.file === `${id}.pmtiles`)
  const stats = map && (await stat(map.path).catch(() => undefined))
  if (!map || !stats) return reply.callNotFound()
  // Of the bytes that are sent, not of the list.
  const version = versionOf(stats)
  const range = beginFile(request, reply, {
    bytes: stats.size,
    tag: version,
    contentType: 'application/vnd.pmtiles',
    cacheControl: query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  return range === null ? reply : reply.send(createReadStream(map.path, range))
}
