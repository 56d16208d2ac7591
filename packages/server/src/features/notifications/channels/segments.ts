/**
 * How many SMS a text is. Source: 3GPP TS 23.038 (GSM 7 bit default alphabet and its extension table) and TS 23.040
 * 9.2.3.24.1 (parts of a long message).
 */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters after an escape: two septets each. */
const extended = new Set('^{}\\[~]|€\f')

const limits = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } }

/** A part never ends within a character: neither between escape and sign nor between halves of a surrogate pair. */
export function smsSegments(text: string): number {
  const characters = [...text]
  const isGsm = characters.every((each) => basic.has(each) || extended.has(each))
  const sizes = characters.map((each) => (isGsm ? (extended.has(each) ? 2 : 1) : each.length))
  const { one, part } = isGsm ? limits.gsm : limits.ucs2
  if (sizes.reduce((sum, size) => sum + size, 0) <= one) return 1
  let [parts, used] = [1, 0]
  for (const size of sizes) {
    if (used + size > part) {
      parts++
      used = 0
    }
    used += size
  }
  return parts
}

const plainSigns: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '·': '.',
}

/** Signs that a typographer chose, as plain ones: one of them alone makes more than two messages of one. */
export function plainText(text: string): string {
  return text.replace(/[‘’“”–—…\u00a0·]/g, (sign) => plainSigns[sign] ?? sign)
}
