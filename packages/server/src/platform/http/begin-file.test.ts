import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { beginFile } from './begin-file.ts'
import { rangeOf } from './byte-range.ts'

const bytes = Buffer.from(Array.from({ length: 100 }, (_, index) => index))

async function ask(headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') {
  const server = fastify()
  server.route({
    method: ['GET', 'HEAD'],
    url: '/file',
    exposeHeadRoute: false,
    handler(request, reply) {
      const range = beginFile(request, reply, {
        bytes: bytes.length,
        tag: 'of-it',
        contentType: 'application/octet-stream',
        cacheControl: 'no-cache',
      })
      return range === null ? reply : reply.send(bytes.subarray(range.start, range.end + 1))
    },
  })
  const { statusCode, headers: answered, rawPayload } = await server.inject({ method, url: '/file', headers })
  return { status: statusCode, range: answered['content-range'], body: rawPayload }
}

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=5-', { start: 5, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['BYTES=90-99999999999999999999', { start: 90, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  // Not of the form that is defined, in another unit, or several: as if it was not there.
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=', null],
  ['bytes=a-b', null],
  ['bytes=0x0-9', null],
  ['bytes 0-9', null],
  ['bytes=0-1,3-4', null],
  ['bytes=0-1,200-', null],
  ['lines=1-2', null],
  [undefined, null],
])('%s of 100 bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range))

test('a part comes with its place; what lies behind the end is refused with the size', async () => {
  expect(await ask({ range: 'bytes=10-19' })).toEqual({
    status: 206,
    range: 'bytes 10-19/100',
    body: bytes.subarray(10, 20),
  })
  expect(await ask({ range: 'bytes=100-' })).toMatchObject({ status: 416, range: 'bytes */100' })
})

test.each(['bytes=9-5', 'bytes=-', 'bytes=x', 'bytes=0-1,3-4', 'lines=1-2'])(
  '%s is answered with the whole file',
  async (range) => expect(await ask({ range })).toEqual({ status: 200, range: undefined, body: bytes }),
)

test('only GET knows ranges; a part of another file is all of this one', async () => {
  expect(await ask({ range: 'bytes=0-9' }, 'HEAD')).toMatchObject({ status: 200, range: undefined })
  expect(await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).toMatchObject({ status: 200, body: bytes })
  expect(await ask({ range: 'bytes=0-9', 'if-range': '"of-it"' })).toMatchObject({ status: 206 })
  expect(await ask({ 'if-none-match': 'W/"of-it"' })).toMatchObject({ status: 304 })
})
