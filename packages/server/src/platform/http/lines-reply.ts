import { Readable } from 'node:stream'
import { linesType } from '@trackway/core/api/call.ts'
import { rounded } from '@trackway/core/api/decimals.ts'
import { RawReply } from './serve.ts'

/** An answer that is sent line by line, while it is found. */
export function linesReply(lines: AsyncIterable<string>): RawReply {
  return new RawReply(linesType, Readable.from(lines, { objectMode: false }))
}

export const lineOf = (value: object): string => `${JSON.stringify(rounded(value))}\n`

/** Waits for the first part: what is refused until then has the envelope of any other call. */
export async function begun<T>(parts: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await parts.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* parts
  })()
}
