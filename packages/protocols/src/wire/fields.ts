/**
 * Wire types of text protocols, whose fields are separated by delimiters. An empty field holds no value.
 * Sources: H02, GPS103, TK103 and Meitrack documents, and NMEA 0183, "GGA" and "RMC", whose forms they share.
 */

import type { WireType } from './body.ts'
import { calendarTime } from './time.ts'

const kmhPerKnot = 1.852

/** Field types of a text whose fields end at `delimiter` or with the body. */
export function delimitedBy(delimiter: string) {
  const end = delimiter.charCodeAt(0)
  const word: WireType<string | undefined> = {
    read: (r) => {
      const start = r.offset
      while (r.remaining > 0 && r.peek() !== end) r.skip(1)
      const found = String.fromCharCode(...r.bytes.subarray(start, r.offset)).trim()
      if (r.remaining > 0) r.skip(1)
      return found === '' ? undefined : found
    },
    write: (w, v) => w.ascii((w.length > 0 ? delimiter : '') + (v ?? '')),
  }
  /** A value made of one field, or of none where the text does not have its form. */
  const made = <T>(
    make: (text: string) => T | undefined,
    write: (value: T) => string,
  ): WireType<T | undefined> => ({
    read: (r, values) => {
      const found = word.read(r, values)
      return found === undefined ? undefined : make(found)
    },
    write: (w, v, values) => word.write?.(w, v === undefined ? '' : write(v), values),
  })
  const fraction = fractionOf(word)
  const number = made((text) => (Number.isFinite(Number(text)) ? Number(text) : undefined), String)
  const digits = made((text) => (/^\d{6}$/.test(text) ? text : undefined), String)
  /** The next field, only where its text has this form; another one is left to the next row. */
  const like = <T>(pattern: RegExp, type: WireType<T>): WireType<T | undefined> => ({
    ...type,
    read: (r, values) => {
      const start = r.offset
      const text = word.read(r, values) ?? ''
      r.offset = start
      return pattern.test(text) ? type.read(r, values) : undefined
    },
  })
  return {
    word,
    number,
    /** A number of degrees before its hemisphere. */
    decimalDegrees: {
      read: (r, values) => {
        const text = fraction.read(r, values)
        return text === undefined ? undefined : finite(Number(text))
      },
      write: (w, v, values) => word.write?.(w, v === undefined ? '' : String(v), values),
    } satisfies WireType<number | undefined>,
    like,
    made,
    /** A speed in knots, as km/h. */
    knots: made(
      (text) => finite(Number(text) * kmhPerKnot),
      (kmh) => (kmh / kmhPerKnot).toFixed(2),
    ),
    /** A number in hex. */
    hexNumber: made(
      (text) => (/^[0-9a-f]+$/i.test(text) ? Number.parseInt(text, 16) : undefined),
      (v) => v.toString(16),
    ),
    /** Six digits: `hhmmss`, `ddmmyy`. */
    digits,
    /**
     * Signed degrees from two fields: `DDMM.MMMM` and the hemisphere, one of `NS` or `EW`, in either order; or from one
     * in decimal degrees with a sign.
     */
    degrees: (hemispheres: 'NS' | 'EW'): WireType<number | undefined> => ({
      read: (r, values) => {
        const first = fraction.read(r, values) ?? ''
        const start = r.offset
        const second = word.read(r, values) ?? ''
        if (signedDecimal.test(first) && /^-?\d/.test(second)) {
          r.offset = start
          return Number(first)
        }
        const [text, hemisphere] = hemispheres.includes(first || '-') ? [second, first] : [first, second]
        return signedDegrees(text, hemisphere, hemispheres)
      },
      write: (w, v = 0, values) => {
        const size = hemispheres === 'NS' ? 2 : 3
        const minutes = Math.round((Math.abs(v) % 1) * 600_000) / 10_000
        word.write?.(
          w,
          `${Math.floor(Math.abs(v))}`.padStart(size, '0') + minutes.toFixed(4).padStart(7, '0'),
          values,
        )
        word.write?.(w, hemispheres[v < 0 ? 1 : 0]!, values)
      },
    }),
  }
}

/** Digits and their fraction, which some part by a comma too: then a hemisphere follows two fields of digits. */
const fractionOf = (word: WireType<string | undefined>): WireType<string | undefined> => ({
  read: (r, values) => {
    const whole = word.read(r, values)
    if (!/^-?\d+$/.test(whole ?? '')) return whole
    const start = r.offset
    const part = word.read(r, values) ?? ''
    const end = r.offset
    const isParted = /^\d+$/.test(part) && /^[NSEW]$/.test(word.read(r, values) ?? '')
    r.offset = isParted ? end : start
    return isParted ? `${whole}.${part}` : whole
  },
})

/** `-23.545450`, which no hemisphere follows. */
const signedDecimal = /^-?(?:1[0-7]\d|\d{1,2})\.\d{5,}$/

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

/** What `degreesOf` reads, signed by the hemisphere or by a sign of its own; undefined where the Earth has no such place. */
export function signedDegrees(
  text: string,
  hemisphere: string | undefined,
  hemispheres: 'NS' | 'EW',
): number | undefined {
  const found = degreesOf(text.replace(/^-/, ''))
  if (found === undefined || found > (hemispheres === 'NS' ? 90 : 180)) return undefined
  return text.startsWith('-') || hemisphere === hemispheres[1] ? -found : found
}

/**
 * `DDMM.MMMM` as degrees: the last two digits before the dot are whole minutes. Firmware leaves out zeros in front, the
 * dot (`DDMMmmmm`), or writes degrees and minutes apart (`23-29.0095`).
 */
function degreesOf(text: string): number | undefined {
  const [, degrees = '', minutes = ''] =
    /^(\d{0,3}?)(\d{1,2}\.\d+)$/.exec(text) ??
    /^(\d{1,3})-(\d{1,2}\.\d+)$/.exec(text) ??
    /^(\d{2,3})(\d{2}(?:\d{4})?)$/.exec(text) ??
    []
  if (minutes === '') return undefined
  const value = minutes.length === 6 && !minutes.includes('.') ? Number(minutes) / 10_000 : Number(minutes)
  return value < 60 ? Number(degrees) + value / 60 : undefined
}

/**
 * The characters from the reader's place on that match, as a value; none are taken where they do not.
 * @param pattern with the flag `y`
 */
export const taken = <T>(
  pattern: RegExp,
  make: (text: string) => T | undefined,
  write?: (value: T) => string,
): WireType<T | undefined> => ({
  read: (r) => {
    pattern.lastIndex = 0
    const found = pattern.exec(
      String.fromCharCode(...r.bytes.subarray(r.offset, Math.min(r.end, r.offset + 4_096))),
    )
    if (found === null) return undefined
    r.skip(found[0].length)
    return make(found[0].trim())
  },
  ...(write && { write: (w, v) => v !== undefined && w.ascii(write(v)) }),
})

/** The instant of `ddmmyy` and `hhmmss`, UTC; null where they are no date. */
export function instantOf(day: string | undefined, time: string | undefined): number | null {
  const [d, mo, y] = pairs(day)
  const [h, mi, s] = pairs(time)
  return calendarTime(2000 + y!, mo!, d!, h!, mi!, s!)
}

const pairs = (text = ''): number[] => [0, 2, 4].map((at) => Number.parseInt(text.slice(at, at + 2), 10))
