/** Reading and writing bytes: what all codecs share. Nothing here throws on short input. */

/** `'78 78 0d'` or `'78780d'` to bytes; characters other than hex digits are skipped. */
export function fromHex(text: string): Uint8Array {
  const digits = text.replace(/[^0-9a-fA-F]/g, '')
  const out = new Uint8Array(digits.length >> 1)
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16)
  return out
}

/** A byte as two hex digits. */
export const hexOfByte: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/** Bytes to lower-case hex without separators. */
export function toHex(bytes: Uint8Array): string {
  let out = ''
  for (const byte of bytes) out += hexOfByte[byte]
  return out
}
