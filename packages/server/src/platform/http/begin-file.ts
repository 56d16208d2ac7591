import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../file-store/file-storage.ts'
import { rangeOf } from './byte-range.ts'

/** A file as it is served. */
interface ServedFile {
  bytes: number
  /** Another one for other bytes. */
  tag: string
  contentType: string
  cacheControl: string
}

/** How files of the store are served to devices. */
export const deviceFile = ({ bytes, sha256 }: { bytes: number; sha256: string }): ServedFile => ({
  bytes,
  tag: sha256.slice(0, 32),
  contentType: 'application/octet-stream',
  cacheControl: 'private, no-transform',
})

/**
 * Begins the answer to a request for a file, whole or in part (RFC 9110, sections 13 and 14), with a strong `ETag` and
 * its length: readers put parts of several answers together. Nothing may be compressed on the way, for ranges count the
 * bytes as they are stored, and devices know no such thing.
 * @returns the bytes to send; null: the answer is complete without any
 */
export function beginFile(
  { headers, method }: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  { bytes: size, tag, contentType, cacheControl }: ServedFile,
): ByteRange | null {
  const etag = `"${tag}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-type': contentType,
  })
  if (isOneOf(headers['if-none-match'], etag)) {
    reply.code(304).send()
    return null
  }
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag
  const range = isOther || method !== 'GET' ? null : rangeOf(headers.range, size)
  if (range === 'unsatisfiable') {
    reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send()
    return null
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  reply.code(range ? 206 : 200).header('content-length', end - start + 1)
  if (range) reply.header('content-range', `bytes ${start}-${end}/${size}`)
  if (method !== 'HEAD') return { start, end }
  reply.send()
  return null
}

function isOneOf(header: string | undefined, etag: string): boolean {
  const given = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return given.includes('*') || given.includes(etag)
}
