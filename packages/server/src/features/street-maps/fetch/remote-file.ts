import { setTimeout as sleep } from 'node:timers/promises'

/** A file on another server that is read in parts; what is read are parts of one and the same file, or nothing. */

/** What keeps an area from being fetched; the user is shown its message. */
export class FetchFailure extends Error {}

export interface RemoteOptions {
  /** For a part that did not come: so many more times. */
  retries?: number
  /** Before the first of these; each later one waits twice as long. */
  retryMs?: number
  /** Without a byte for so long a part is requested anew. */
  timeoutMs?: number
  signal?: AbortSignal
}

export class RemoteFile {
  readonly url: string
  /** Of the whole file, once something of it was read. */
  bytes = 0
  readonly #options: Required<Omit<RemoteOptions, 'signal'>> & Pick<RemoteOptions, 'signal'>
  #mark: string | null = null

  constructor(url: string, { retries = 4, retryMs = 500, timeoutMs = 30_000, signal }: RemoteOptions = {}) {
    this.url = url
    this.#options = { retries, retryMs, timeoutMs, ...(signal && { signal }) }
  }

  /** @throws {FetchFailure} when the server does not send parts, sends another file than before, or nothing after all tries */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const { retries, retryMs, signal } = this.#options
    for (let n = 0; ; n++) {
      try {
        return await this.#readOnce(offset, length)
      } catch (error) {
        if (error instanceof FetchFailure || signal?.aborted) throw error
        if (n === retries)
          throw new FetchFailure(`${this.url} does not answer (${reasonOf(error)}).`, { cause: error })
        await sleep(retryMs * 2 ** n, undefined, signal && { signal })
      }
    }
  }

  async #readOnce(offset: number, length: number): Promise<Uint8Array> {
    const { timeoutMs, signal } = this.#options
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(new Error('no answer in time')), timeoutMs)
    try {
      const response = await fetch(this.url, {
        headers: { range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' },
        signal: signal ? AbortSignal.any([silence.signal, signal]) : silence.signal,
      })
      const refused = this.#refuse(response)
      if (refused) {
        await response.body?.cancel().catch(() => {})
        throw refused
      }
      const bytes = new Uint8Array(length)
      let at = 0
      for await (const chunk of response.body ?? []) {
        timer.refresh()
        if (at + chunk.length > length) throw new FetchFailure(`${this.url} sends more than was asked for.`)
        bytes.set(chunk, at)
        at += chunk.length
      }
      const expected = Math.min(length, this.bytes - offset)
      if (at < expected) throw new Error('the answer broke off')
      return bytes.subarray(0, at)
    } finally {
      clearTimeout(timer)
    }
  }

  /** What is wrong with an answer, before its body is read; an error of any other kind is worth another try. */
  #refuse({ status, headers, url }: Response): Error | null {
    if (status === 429 || status === 408 || status >= 500) return new Error(`HTTP ${status}`)
    if (status === 200) return new FetchFailure(`${this.url} sends whole files only, no parts of them.`)
    if (status === 416) return new FetchFailure(`${this.url} is shorter than it says.`)
    if (status !== 206) return new FetchFailure(`${this.url} answers with status ${status}.`)
    if (this.url.startsWith('https:') && !url.startsWith('https:'))
      return new FetchFailure(`${this.url} leads to an address without encryption.`)
    const total = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
    if (!Number.isFinite(total)) return new FetchFailure(`${this.url} does not say how long the file is.`)
    const mark = `${total} ${headers.get('etag') ?? headers.get('last-modified') ?? ''}`
    if (this.#mark !== null && this.#mark !== mark)
      return new FetchFailure(`${this.url} was replaced by another file meanwhile: start again.`)
    this.#mark = mark
    this.bytes = total
    return null
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}
