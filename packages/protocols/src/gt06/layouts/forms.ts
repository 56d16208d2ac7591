/**
 * The forms a body can take. Which of them it has is decided by its size and by what is plausible.
 * Source: the documents named beside the bodies of this folder.
 */

import type { Cell, Extra, WifiPoint } from '../../protocol.ts'
import { type Body, type BodyReader, body, readPrefix, readWhole, type WireType } from '../../wire/body.ts'

/** What rows of GT06 give by these names; all other names are values of the report or of `extra`. */
export interface Gt06Values {
  /** Epoch ms of the device's date read as UTC; null: no calendar has such a date; absent: zeros. */
  date?: number | null
  /** Instants that need no time zone, epoch ms. */
  time?: number
  moduleTime?: number
  /** Degrees without a sign; the signs are in `flags`. */
  latitude?: number
  longitude?: number
  /** Bits 0-9 course, 10 north, 11 west, 12 positioned, 14 ACC known, 15 ACC on. */
  flags?: number
  /** The network of the cells that follow. */
  network?: { mcc?: number; mnc?: number }
  /** Announced number of entries, or bytes, of what follows. */
  count?: number
  cells?: Cell[]
  wifi?: WifiPoint[]
  terminalInfo?: number
  voltageLevel?: number
  /** Level, CSQ or percent. */
  gsm?: number
  alarm?: number
  language?: number
  event?: number
  /** Sixteen digits as sent. */
  imei?: string
  accOn?: boolean
  isBuffered?: boolean
  uploadMode?: number
  batteryPercent?: number
  extra?: Extra
  [name: string]: unknown
}

export type Gt06Rows = { readonly [K in keyof Gt06Values]?: WireType<Gt06Values[K]> }

/** One way a body can look. */
export interface Form {
  /** Names the model or maker where it is not the common form. */
  variant: string
  body: Body<Gt06Values>
  /** Only devices of this dialect send it. */
  dialect: string | undefined
  /** Is what was read likely? Without a form that is, the first that fits counts. */
  accepts?: (values: Gt06Values) => boolean
}

const dialectByVariant: { readonly [variant: string]: string } = {
  SeeWorld: 'seeworld',
  LW4G: 'lw',
  SL4X: 'gt02',
  GT02: 'gt02',
  'Wanway S20': 'wanway',
}

/** @throws {TypeError} for rows of one name in two of the parts */
export function form(variant: string, ...parts: readonly Gt06Rows[]): Form {
  const names = parts.flatMap(Object.keys)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new TypeError(`${variant}: ${twice} stands twice`)
  return { variant, dialect: dialectByVariant[variant], body: body(Object.assign({}, ...parts)) }
}

/** The forms of one body: with each tail, the MNC as wide as the MCC's bit tells, and then with two bytes. */
export const withTails = (
  head: Gt06Rows,
  [narrow, wide]: readonly [Gt06Rows, Gt06Rows],
  tails: { readonly [variant: string]: Gt06Rows },
): Form[] =>
  [narrow, wide].flatMap((cell) =>
    Object.entries(tails).map(([variant, tail]) => form(variant, head, cell, tail)),
  )

export interface Chosen {
  form: Form
  values: Gt06Values
  /** The form used up the body; otherwise what it knows was read and the rest kept as it came. */
  isExact: boolean
  problem: 'date' | 'coordinates' | null
}

const problemOf = ({ date, latitude = 0, longitude = 0 }: Gt06Values): Chosen['problem'] =>
  latitude > 90 || longitude > 180 ? 'coordinates' : date === null ? 'date' : null

/** Reads a body in the form that it has. @param known values that precede the body */
export function readForm(forms: readonly Form[], reader: BodyReader, known?: Gt06Values): Chosen {
  const { trace, offset } = reader
  // Trials leave no trace: the log view gets the fields of the form that was chosen and of no other.
  reader.trace = null
  const found = firstFitting(forms, reader, known)
  reader.trace = trace
  if (found === null) return readLongestPrefix(forms, restarted(reader, offset), known)
  if (trace !== null) readWhole(found.form.body, restarted(reader, offset), known && { ...known })
  return found
}

function firstFitting(forms: readonly Form[], reader: BodyReader, known?: Gt06Values): Chosen | null {
  const { offset, end, remaining: size } = reader
  let misfit: Chosen | null = null
  let unlikely: Chosen | null = null
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i]!
    const { least, size: exactly } = form.body
    if (size < least || (exactly !== undefined && size !== exactly)) continue
    const values = readWhole(form.body, restarted(reader, offset), known && { ...known })
    if (reader.isShort || reader.offset < end) continue
    const problem = problemOf(values)
    const chosen = { form, values, isExact: true, problem }
    if (problem !== null) misfit ??= chosen
    else if (form.accepts?.(values) === false) unlikely ??= chosen
    else return chosen
  }
  return unlikely ?? misfit
}

function restarted(reader: BodyReader, offset: number): BodyReader {
  reader.offset = offset
  reader.isShort = false
  return reader
}

/** The form that explains most of the body; what it leaves over is the caller's. */
function readLongestPrefix(forms: readonly Form[], reader: BodyReader, known?: Gt06Values): Chosen {
  const fitting = forms.filter(({ body: { least } }) => least <= reader.remaining)
  const form = fitting.reduce(
    (most, each) => (each.body.least > most.body.least ? each : most),
    fitting[0] ?? forms[0]!,
  )
  const values = readPrefix(form.body, reader, known && { ...known })
  return { form, values, isExact: false, problem: problemOf(values) }
}
