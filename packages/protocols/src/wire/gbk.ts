import { lazy } from '@trackway/core/lazy.ts'

/** GBK, the text encoding of JT/T 808. Plain ASCII takes a short cut; both runtimes bring the decoder. */

const decoder = new TextDecoder('gbk')

/** Which bytes pad a text: terminators, spaces and erased flash, at either end. */
const isPadding = (byte: number | undefined) => byte === 0x00 || byte === 0x20 || byte === 0xff

/**
 * Text of padded bytes. Bytes that are no GBK come out as U+FFFD followed by the raw bytes in hex,
 * so that nothing is lost.
 */
export function gbkText(bytes: Uint8Array): string {
  let start = 0
  let end = bytes.length
  while (start < end && isPadding(bytes[start])) start++
  while (end > start && isPadding(bytes[end - 1])) end--
  let text = ''
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte > 0x7e || byte === 0) return decodeGbk(bytes.subarray(start, end))
    text += String.fromCharCode(byte)
  }
  return text
}

function decodeGbk(bytes: Uint8Array): string {
  const text = decoder.decode(bytes).replaceAll('\0', '')
  if (!text.includes('\ufffd')) return text
  return `${text} (${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')})`
}

/** True for text without control characters that decodes without a loss; empty text passes. */
export function isGbkText(bytes: Uint8Array): boolean {
  const text = decoder.decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return !/[\ufffd\u0001-\u001f]/.test(text)
}

/** GBK bytes of a text; characters that GBK has not become `?`. */
export function gbkBytes(text: string): Uint8Array {
  const out: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x80) out.push(code)
    else {
      const pair = gbkCodes().get(character)
      if (pair === undefined) out.push(0x3f)
      else out.push(pair >> 8, pair & 0xff)
    }
  }
  return Uint8Array.from(out)
}

/** The platform only decodes GBK, so the way back is made by decoding every pair once. */
const gbkCodes = lazy(() => {
  const codes = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (character.length === 1 && character !== '\ufffd') codes.set(character, (lead << 8) | trail)
    }
  }
  return codes
})
