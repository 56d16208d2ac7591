import { expect, test } from 'vitest'
import { mediaBounds } from '../bounds.ts'
import { decodeSound } from './decode-sound.ts'

/** Sound of so many frames that begin with this byte. */
function aSound(head: number, frames: number, frameBytes: number): Uint8Array {
  const bytes = new Uint8Array(6 + frames * frameBytes)
  bytes.set(new TextEncoder().encode('#!AMR\n'))
  for (let n = 0; n < frames; n++) bytes[6 + n * frameBytes] = head
  return bytes
}

test('each frame becomes 20 ms', () => {
  expect(decodeSound(aSound(0x04, 50, 13))!.length).toBe(44 + 16_000)
})

test('frames of a byte each do not become more sound than is kept', () => {
  // 15: no data; each byte of it is 320 of sound.
  expect(decodeSound(aSound(0x7c, Math.ceil(mediaBounds.soundBytes / 320) + 1, 1))).toBeNull()
})
