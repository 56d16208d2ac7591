import { createRequire } from 'node:module'

/** The library as far as it is used: opencore-amr compiled to JavaScript, in one object for the thread. */
interface Amr {
  toWAV(amr: Uint8Array): Uint8Array | null
}

let amr: Amr | null = null

/** Sound as phones and trackers record it (AMR, narrow band) as WAV of 8 kHz. Null: it is none. Runs in a worker. */
export function decodeSound(bytes: Uint8Array): Uint8Array | null {
  // Loading takes longer than most files.
  amr ??= createRequire(import.meta.url)('amr-js/library/amrnb.js') as Amr
  return amr.toWAV(bytes)
}
