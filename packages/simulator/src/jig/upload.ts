import { jigLimits, jigResultCalls } from '@trackway/core/features/jig-results/calls.ts'
import { createRandom, type Random } from '../random.ts'
import type { JigResult } from './jig.ts'

/** How badly the line between jig and server works. */
export interface UploadOptions {
  url: string
  /** Of the station. */
  key: string
  /** Results of one upload. */
  atOnce?: number
  /** Share of uploads that are sent again although they were answered. */
  repeated?: number
  /** Share of uploads whose connection is cut in the middle; they are sent again. */
  cut?: number
  /** Results are sent in another order than they were measured. */
  isReordered?: boolean
  seed?: number
}

const tries = 5

/**
 * Uploads results as jigs do, and sends what was not answered again.
 * @returns how many the server says that it stored, and how often something was sent
 */
export async function uploadResults(
  results: readonly JigResult[],
  options: UploadOptions,
): Promise<{ stored: number; sent: number }> {
  const { atOnce = jigLimits.results, repeated = 0, cut = 0, isReordered = false, seed = 1 } = options
  const random = createRandom(seed)
  const ordered = isReordered ? shuffled(results, random) : results
  let [stored, sent] = [0, 0]
  for (let at = 0; at < ordered.length; at += atOnce) {
    const body = JSON.stringify({ results: ordered.slice(at, at + atOnce), sentTime: Date.now() })
    if (random.next() < cut) {
      sent++
      await sendCut(options, body.slice(0, Math.floor(body.length * random.next())))
    }
    for (let times = random.next() < repeated ? 2 : 1; times > 0; times--) {
      sent++
      stored += await send(options, body)
    }
  }
  return { stored, sent }
}

function shuffled(results: readonly JigResult[], random: Random): JigResult[] {
  const mixed = [...results]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.whole(0, at)
    ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
  }
  return mixed
}

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

/** The connection ends before the body does: the server stores nothing of it. */
async function sendCut({ url, key }: UploadOptions, part: string): Promise<void> {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(part))
    },
    pull: () => Promise.reject(new Error('the line is cut')),
  })
  const address = new URL(jigResultCalls.uploadMany.path, url)
  const init = { method: 'POST', headers: headersOf(key), body, duplex: 'half' }
  await fetch(address, init as RequestInit).catch(() => null)
}

/** @throws what the server says where it refuses the upload, and where it does not answer at all */
async function send({ url, key }: UploadOptions, body: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const address = new URL(jigResultCalls.uploadMany.path, url)
    const reply = await fetch(address, { method: 'POST', headers: headersOf(key), body }).catch(
      (error: unknown) => {
        if (attempt === tries) throw error
        return null
      },
    )
    if (reply?.ok) {
      const { data } = (await reply.json()) as { data: { results: { outcome: string }[] } }
      return data.results.filter(({ outcome }) => outcome === 'stored').length
    }
    if (reply !== null && (reply.status < 500 || attempt === tries))
      throw new Error(`the upload was refused: ${reply.status} ${await reply.text()}`)
    await new Promise((resolve) => setTimeout(resolve, attempt * 1_000))
  }
}
