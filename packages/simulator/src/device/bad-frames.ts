import type { Random } from '../random.ts'

/** Ways in which lines, clones and strangers spoil what arrives. A sound frame follows each of them. */
export const badFrameKinds = ['checksum', 'cut', 'rubbish', 'date'] as const
export type BadFrameKind = (typeof badFrameKinds)[number]

/**
 * @param frame a sound frame
 * @param impossibleDate the same report in month 13, with a right checksum
 */
export function spoil(
  kind: BadFrameKind,
  frame: Uint8Array,
  impossibleDate: () => Uint8Array,
  random: Random,
): Uint8Array {
  switch (kind) {
    case 'checksum': {
      // Two bytes of checksum and the end mark, or one and the flag: this place is before either.
      const bad = frame.slice()
      const at = Math.max(3, bad.length - 6)
      bad[at] = bad[at]! ^ 0x10
      return bad
    }
    case 'cut':
      return frame.slice(0, random.whole(3, Math.max(3, frame.length - 4)))
    case 'rubbish':
      return Uint8Array.from({ length: random.whole(5, 60) }, () => random.whole(0, 255))
    case 'date':
      return impossibleDate()
  }
}
