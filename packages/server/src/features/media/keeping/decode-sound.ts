import { createRequire } from 'node:module'
import { mediaBounds } from '../bounds.ts'

/** The library as far as it is used: opencore-amr compiled to JavaScript, in one object for the thread. */
interface Amr {
  toWAV(amr: Uint8Array): Uint8Array | null
  /** Bytes of a frame behind its first one, by the type that this says. */
  SIZES: readonly number[]
}

let amr: Amr | null = null

const amrHeadBytes = 6
const wavHeadBytes = 44
/** Of each frame, whatever its length: 20 ms of 8 kHz in 16 bits. */
const frameSoundBytes = 320

/**
 * Sound as phones and trackers record it (AMR, narrow band) as WAV of 8 kHz. Null: it is none, or would be too long:
 * there are frames of one byte. Runs in a worker.
 */
export function decodeSound(bytes: Uint8Array): Uint8Array | null {
  // Loading takes longer than most files.
  amr ??= createRequire(import.meta.url)('amr-js/library/amrnb.js') as Amr
  const soundBytes = wavHeadBytes + framesOf(bytes, amr.SIZES) * frameSoundBytes
  return soundBytes > mediaBounds.soundBytes ? null : amr.toWAV(bytes)
}

function framesOf(bytes: Uint8Array, sizes: Amr['SIZES']): number {
  let frames = 0
  for (let at = amrHeadBytes; at < bytes.length; at += 1 + sizes[(bytes[at]! >> 3) & 15]!) frames++
  return frames
}
