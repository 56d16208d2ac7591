/** The forms a body can take. Which of them it has is decided by its size and by what is plausible. */

import type { Cell, Extra, WifiPoint } from '../../protocol.ts'
import { type Body, BodyReader, body, readPrefix, readWhole, type WireType } from '../../wire/body.ts'

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
  /** Is what was read likely? Without a form that is, the first that fits counts. */
  accepts?: (values: Gt06Values) => boolean
}

/** @throws {TypeError} for rows of one name in two of the parts */
export function form(variant: string, ...parts: readonly Gt06Rows[]): Form {
  const names = parts.flatMap(Object.keys)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new TypeError(`${variant}: ${twice} stands twice`)
  return { variant, body: body(Object.assign({}, ...parts)) as Body<Gt06Values> }
}

/** The forms of one body: with each tail, the MNC as the MCC says, and then with two bytes. */
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

const nothing: Gt06Values = {}

/** Reads a body in the form that it has. @param known values that stand before the body */
export function readForm(forms: readonly Form[], reader: BodyReader, known = nothing): Chosen {
  const { bytes, context, offset, end, remaining: size } = reader
  let misfit: Chosen | null = null
  let unlikely: Chosen | null = null
  for (const form of forms) {
    const { least, size: exactly } = form.body
    if (size < least || (exactly !== undefined && size !== exactly)) continue
    const trial = new BodyReader(bytes, context, offset, end)
    const values = readWhole(form.body, trial, { ...form.body.empty, ...known })
    if (trial.isShort || trial.offset < end) continue
    const problem = problemOf(values)
    const chosen = { form, values, isExact: true, problem }
    if (problem !== null) misfit ??= chosen
    else if (form.accepts?.(values) === false) unlikely ??= chosen
    else return settle(reader, chosen, known)
  }
  const found = unlikely ?? misfit
  return found === null ? readLongestPrefix(forms, reader, known) : settle(reader, found, known)
}

/** The log view gets the fields of the form that was chosen and of no other. */
function settle(reader: BodyReader, chosen: Chosen, known: Gt06Values): Chosen {
  if (reader.trace !== null) readWhole(chosen.form.body, reader, { ...known })
  return chosen
}

/** The form that explains most of the body; what it leaves over is the caller's. */
function readLongestPrefix(forms: readonly Form[], reader: BodyReader, known: Gt06Values): Chosen {
  const fitting = forms.filter(({ body: { least } }) => least <= reader.remaining)
  const form = fitting.reduce(
    (most, each) => (each.body.least > most.body.least ? each : most),
    fitting[0] ?? forms[0]!,
  )
  const values = readPrefix(form.body, reader, { ...known })
  return { form, values, isExact: false, problem: problemOf(values) }
}
