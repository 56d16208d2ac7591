/** The encodings in which sheets and feeds are written, as `TextDecoder` names them. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'gb18030',
  'big5',
  'windows-874',
] as const
export type Encoding = (typeof encodings)[number]

/** A text file as it was read, and the encoding in which it was read. */
export interface DecodedText {
  text: string
  encoding: Encoding
}

/** The first bytes of a file say what it is written in. */
const sampleBytes = 256 * 1024
/** Letters that are no ASCII, for each that is broken, of a text that is UTF-8 all the same. */
const soundForBroken = 20

/** Reads a text file: in the encoding that is given, or in the one that its content speaks for. */
export function decodeText(bytes: Uint8Array, given?: Encoding): DecodedText {
  const encoding = given ?? encodingOf(bytes.subarray(0, sampleBytes))
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const wide = unmarkedUtf16(bytes)
  if (wide) return wide
  // The end of a sample may cut a letter.
  const foreign =
    new TextDecoder().decode(bytes, { stream: bytes.length === sampleBytes }).match(/[^\0-\x7f]/g) ?? []
  const broken = foreign.filter((letter) => letter === '\ufffd').length
  if (broken * soundForBroken <= foreign.length) return 'utf-8'
  return declared(bytes) ?? likeliest(bytes)
}

/** The encoding in the declaration of an XML file. */
function declared(bytes: Uint8Array): Encoding | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const [, label = ''] = /^<\?xml[^>]*\bencoding=["']([\w-]+)/.exec(start) ?? []
  try {
    const { encoding } = new TextDecoder(label)
    return encodings.find((each) => each === encoding && each !== 'utf-8') ?? null
  } catch {
    return null
  }
}

/** Half of the bytes of UTF-16 are zero where digits, commas and Latin letters stand, and no other text has any. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]! += 1
  const [even, odd] = zeros as [number, number]
  if (even + odd < sample.length / 8) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Each encoding reads the same bytes as other letters: the one whose letters make words of a language wins. */
function likeliest(bytes: Uint8Array): Encoding {
  let best: Encoding = 'windows-1252'
  let most = Number.NEGATIVE_INFINITY
  for (const [encoding, scoreOf] of Object.entries(scores) as [keyof typeof scores, Score][]) {
    const text = new TextDecoder(encoding).decode(bytes)
    let score = 0
    for (const [word] of text.matchAll(/[^\s,;"'|]*[^\0-\x7f][^\s,;"'|]*/gu))
      score += wordScore(word, scoreOf)
    if (score <= most) continue
    best = encoding
    most = score
  }
  return best
}

/** How well a letter that is not ASCII stands between its neighbours, from -2 to 1, for each byte of it. */
type Score = (letter: string, before: string, after: string) => number

function wordScore(word: string, scoreOf: Score): number {
  const letters = [...word]
  let score = 0
  for (const [i, letter] of letters.entries()) {
    if (letter <= '\x7f') continue
    // Code points without a letter never occur in a text.
    score += /[\ufffd\x80-\x9f\p{Co}\p{Cn}]/u.test(letter)
      ? -3
      : scoreOf(letter, letters[i - 1] ?? '', letters[i + 1] ?? '')
  }
  return score
}

const isVowel = (letter: string) => /^[aeiouyáéíóúàèìòùâêîôûäëïöüąęěůőűăø]$/i.test(letter)
const isSmall = (letter: string) => /^\p{Ll}$/u.test(letter)
const isCapital = (letter: string) => /^\p{Lu}$/u.test(letter)
const isLatin = (letter: string) => /^[a-z]$/i.test(letter)
const isIn = (letters: string, letter: string) => letter !== '' && letters.includes(letter)

/** Of Cyrillic: its letters do not occur in one word with Latin ones, nor capitals within a word. */
const cyrillic: Score = (letter, before, after) => {
  if (!/[\u0400-\u04ff]/.test(letter))
    return isSmall(before) || isSmall(after) ? -1 : isIn('№«»–—“”°', letter) ? 0.2 : -0.5
  if (isLatin(before) || isLatin(after)) return -1.5
  if (isCapital(letter) && isSmall(before)) return -1
  if (isCapital(letter) && isCapital(before)) return 0.8
  return /[а-яёіїєґ]/i.test(letter) ? 1 : 0.4
}

/** Of Thai: marks are above or below a consonant, and some vowels are written before one. */
const thai: Score = (letter, before, after) => {
  if (!/[\u0e01-\u0e5b]/.test(letter) || isLatin(before) || isLatin(after)) return -1.5
  if (/[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/.test(letter) && !/[\u0e01-\u0e4e]/.test(before)) return -1.5
  if (/[\u0e40-\u0e44]/.test(letter) && !/[\u0e01-\u0e2e]/.test(after)) return -1
  return 1
}

/** Of Chinese, two bytes a letter: Latin capitals and digits stand beside it (`粤B12345`), small letters seldom. */
function chinese(encoding: 'gb18030' | 'big5', first: number, last: number): Score {
  const usual = new Set(lettersOf(encoding, first, last))
  return (letter, before, after) => {
    if (/[a-z]/.test(before) || /[a-z]/.test(after)) return -1.5
    if (isIn('，。、；：（）《》“”·—', letter)) return 1
    if (isIn(provinces, letter) && /[A-Z]/.test(after)) return 3
    return usual.has(letter) ? 2 : -0.7
  }
}

/** Number plates begin with them. */
const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'

/** The letters of two bytes whose first one lies between two: the standards put those that are used most in one block. */
function lettersOf(encoding: string, first: number, last: number): string {
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++)
      if (trail >= 0xa1 || (encoding === 'big5' && trail <= 0x7e)) bytes.push(lead, trail)
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes))
}

/** Of Latin letters with marks. `fits` says how well those stand that another encoding reads as other letters. */
const latin =
  (usual: string, fits: Record<string, (before: string, after: string) => number>): Score =>
  (letter, before, after) => {
    if (isCapital(letter) && isSmall(before)) return -1.5
    if (!/\p{L}/u.test(letter)) return isIn('–—’“”„°§€´«»·²', letter) && !isSmall(after) ? 0.2 : -1
    if (isIn('ºª', letter)) return isSmall(after) ? -1 : 0.2
    // Marks are on single letters of a word.
    if (before > '\x7f' && after > '\x7f') return -1
    const small = letter.toLowerCase()
    const fit = fits[small]?.(before.toLowerCase(), after.toLowerCase()) ?? (usual.includes(small) ? 1 : -0.3)
    // Two capitals with marks seldom make up a word.
    return isCapital(letter) && after > '\x7f' && isCapital(after) ? fit - 0.8 : fit
  }

const scores = {
  'windows-1252': latin('áéíóúýàâîôäëöüßçå', {
    š: () => 0.3,
    ž: () => 0.3,
    ñ: (_, after) => (isVowel(after) ? 1 : -0.5),
    è: (before, after) => (isVowel(after) ? 0 : after === '' && isVowel(before) ? 0.5 : 0.9),
    ê: (_, after) => (isIn('tmnslvrq', after) ? 0.9 : after === 'c' ? 0.5 : 0),
    ì: (_, after) => (after === '' ? 0.9 : -0.2),
    ò: (before, after) => (after === '' && !isVowel(before) ? 0.8 : 0.2),
    ù: (_, after) => (after === '' ? 0.9 : 0),
    û: (_, after) => (isIn('rtcm', after) ? 0.8 : 0.2),
    õ: (_, after) => (after === 'e' ? 1 : 0.2),
    ã: (before, after) => (isIn('oe', after) ? 1 : after === '' && isIn('hmçrsjio', before) ? 0.8 : 0.2),
    æ: (_, after) => (after === '' || isVowel(after) ? 0 : 0.9),
    ø: (before, after) =>
      before !== 'j' && after !== 'y' && (isVowel(before) || isVowel(after)) ? 0.1 : 0.9,
    œ: (_, after) => (isVowel(after) || after === 'n' ? 0.9 : -0.2),
    ï: (before) => (isVowel(before) ? 0.9 : 0),
    ð: (before, after) => (after === '' || isIn('ráíóúýö', before) ? 0.9 : 0.4),
    þ: (before) => (before === '' ? 0.9 : 0.3),
    ÿ: () => -0.5,
  }),
  'windows-1250': latin('áéíóúýâîôäëöüßçąłźżčěšžşľ', {
    ś: (_, after) => (isVowel(after) ? -0.3 : 1),
    ć: (_, after) => (after === '' ? 1 : isVowel(after) ? 0.8 : 0.4),
    ń: (_, after) => (isVowel(after) ? 0 : 1),
    č: (before, after) => (after === '' && !isVowel(before) ? 0.2 : 0.8),
    ę: (_, after) => (after === '' || isIn('bdgkpcszjwćż', after) ? 0.8 : isVowel(after) ? 0 : 0.3),
    ě: (_, after) => (after === '' ? 0.5 : 0.9),
    ň: () => 0.6,
    ů: (_, after) => (after === '' ? 0.3 : isVowel(after) ? 0 : 0.9),
    ű: () => 0.6,
    ő: (_, after) => (after === 'e' ? 0.2 : 0.9),
    ă: (_, after) => (isIn('oe', after) ? 0 : 0.6),
    ř: (_, after) => (after === 'y' ? 0 : isVowel(after) ? 0.9 : 0.3),
    đ: (before) => (isIn('ráíóúýö', before) ? 0.3 : 0.7),
    ţ: (before) => (before === '' ? 0.5 : 0.8),
    ď: () => 0.3,
    ť: () => 0.5,
    ŕ: () => -0.3,
    ĺ: () => -0.3,
  }),
  'windows-1251': cyrillic,
  gb18030: chinese('gb18030', 0xb0, 0xd7),
  big5: chinese('big5', 0xa4, 0xc6),
  'windows-874': thai,
} satisfies Partial<Record<Encoding, Score>>
