import { newTrack, type Track } from '@trackway/core/track/columns.ts'
import { ApiError } from '../../base/api.ts'
import type { ProjectionCode } from '../projections.ts'
import type { PaintOrder } from '../track-line/line-canvas.ts'
import type { PickedPoint, PickRequest } from '../track-line/pick-point.ts'
import type { LinePainter } from '../track-line/track-lines-layer.ts'
import { GrowingTrack } from './growing-track.ts'
import { Semaphore } from './semaphore.ts'
import type { FromWorker, ToWorker } from './track-messages.ts'

/** Some days of a track; of several devices each unpacks as many in its turn, so that all have their newest soon. */
const pieceBytes = 131_072
/** All at once would leave the page no processor to stay smooth on. */
const slots = new Semaphore(Math.max(2, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1))

/** What has arrived of a track. */
export interface TrackFacts {
  track: Track
  /** All days have arrived. */
  isComplete: boolean
  error: unknown
}

/** Requests the packed blocks of a track, newest day first. */
export type FetchBlocks = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

let lastTrackId = 0
const nothing: TrackFacts = { track: newTrack(0), isComplete: false, error: null }

/**
 * The track of one device in a replay: read newest day first, with columns for chart, texts and cursor here,
 * and a worker that unpacks it and paints its line.
 */
export class StreamedTrack implements LinePainter {
  /** Identifies the track where only texts can be compared. */
  readonly id = ++lastTrackId
  readonly #fetchBlocks: FetchBlocks
  readonly #expectedDays: number
  #facts = nothing
  #growing = new GrowingTrack()
  #worker: Worker | null = null
  #aborter = new AbortController()
  /** Ends the turn of the bytes that were sent last. */
  #onRead = () => {}
  #listeners = new Set<() => void>()
  #waiting = new Map<number, (answer: never) => void>()
  #lastId = 0

  /** @param expectedDays how many days the answer may have */
  constructor(fetchBlocks: FetchBlocks, expectedDays: number) {
    this.#fetchBlocks = fetchBlocks
    this.#expectedDays = expectedDays
  }

  get facts(): TrackFacts {
    return this.#facts
  }

  /** Calls back when the facts have changed, with every day that arrives. @returns how to stop */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the track, or reads it once more after an error. */
  load(): void {
    this.stop()
    this.#growing = new GrowingTrack(this.#expectedDays)
    this.#tell(nothing)
    this.#aborter = new AbortController()
    const worker = new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    worker.onerror = () => this.#fail(new ApiError('internal'))
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data)
    const { signal } = this.#aborter
    this.#send(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#fail(error)
    })
  }

  /** Ends reading and painting; `load` begins anew. */
  stop(): void {
    this.#aborter.abort()
    this.#onRead()
    this.#worker?.terminate()
    this.#worker = null
    for (const answer of this.#waiting.values()) answer(null as never)
    this.#waiting.clear()
  }

  paint(order: PaintOrder): Promise<ImageBitmap | null> {
    return this.#request((id) => ({ type: 'paint', id, order }))
  }

  /** The point of the line nearest to a place. */
  pick(projection: ProjectionCode, request: PickRequest): Promise<PickedPoint | null> {
    return this.#request((id) => ({ type: 'pick', id, projection, request }))
  }

  #request<T>(toMessage: (id: number) => ToWorker): Promise<T | null> {
    const worker = this.#worker
    if (!worker) return Promise.resolve(null)
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      worker.postMessage(toMessage(id))
    })
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'day':
        this.#growing.prepend(message.track)
        this.#tell({ track: this.#growing.track, isComplete: false, error: null })
        break
      case 'read':
        this.#onRead()
        break
      case 'complete':
        this.#tell({ track: this.#growing.track, isComplete: true, error: null })
        break
      // A reply that ended too soon is the line's fault, one that cannot be read is ours.
      case 'cut':
        this.#fail(new ApiError('network'))
        break
      case 'broken':
        this.#fail(new ApiError('internal'))
        break
      case 'painted':
        this.#answer(message.id, message.bitmap)
        break
      case 'picked':
        this.#answer(message.id, message.point)
    }
  }

  #answer(id: number, answer: unknown): void {
    this.#waiting.get(id)?.(answer as never)
    this.#waiting.delete(id)
  }

  #fail(error: unknown): void {
    this.#aborter.abort()
    this.#onRead()
    this.#tell({ track: this.#growing.track, isComplete: false, error })
  }

  #tell(facts: TrackFacts): void {
    this.#facts = facts
    for (const listener of this.#listeners) listener()
  }

  async #send(signal: AbortSignal): Promise<void> {
    const post = (message: ToWorker, transfer: Transferable[] = []) =>
      this.#worker?.postMessage(message, transfer)
    const reader = (await this.#fetchBlocks(signal)).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      for (let from = 0; from < value.length; from += pieceBytes) {
        const bytes = value.slice(from, from + pieceBytes)
        const end = await slots.acquire()
        await new Promise<void>((read) => {
          this.#onRead = read
          if (signal.aborted) read()
          else post({ type: 'bytes', bytes }, [bytes.buffer])
        })
        end()
      }
    }
    if (!signal.aborted) post({ type: 'end' })
  }
}
