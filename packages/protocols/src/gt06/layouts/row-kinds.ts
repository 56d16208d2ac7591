/** Kinds of rows: what a single field is made of. The fields of GT06 themselves stand in `*-rows.ts`. */

import type { Extra } from '../../protocol.ts'
import { toHex } from '../../wire/bytes.ts'
import type { Reader } from '../../wire/reader.ts'
import type { Writer } from '../writer.ts'
import type { Draft } from './draft.ts'
import type { Row, Trace } from './row.ts'

export function row(
  name: string,
  size: number,
  read: (reader: Reader, draft: Draft) => void,
  show: (draft: Draft) => string,
  write?: (writer: Writer, draft: Draft) => void,
): Row {
  return { name, size, isFixed: true, read, show, write }
}

export const hexByte = (value: number) => value.toString(16).padStart(2, '0')

type NumberKey = { [K in keyof Draft]: Draft[K] extends number ? K : never }[keyof Draft] & string

/** A number of 1 to 4 bytes that the report is put together from. */
export function numberRow(
  key: NumberKey,
  size: 1 | 2 | 3 | 4 | 8,
  show: (draft: Draft) => string = (draft) => String(draft[key]),
  name: string = key,
): Row {
  return row(
    name,
    size,
    (reader, draft) => {
      draft[key] = readNumber(reader, size)
    },
    show,
    (writer, draft) => writeNumber(writer, size, draft[key]),
  )
}

function readNumber(reader: Reader, size: number): number {
  switch (size) {
    case 1:
      return reader.u8()
    case 2:
      return reader.u16()
    case 3:
      return reader.u24()
    case 4:
      return reader.u32()
    default:
      return reader.u64()
  }
}

function writeNumber(writer: Writer, size: number, value: number): void {
  if (size === 1) writer.u8(value)
  else if (size === 2) writer.u16(value)
  else if (size === 3) writer.u24(value)
  else if (size === 4) writer.u32(value)
  else writer.u64(value)
}

/** A number kept in `extra` under the row's name, divided by `scale`. */
export const sayNumber = (name: string, size: 1 | 2 | 3 | 4, scale = 1): Row =>
  say(name, size, (reader) => readNumber(reader, size) / scale)

/** A value kept in `extra` under the row's name. */
export function say(name: string, size: number, read: (reader: Reader, draft: Draft) => Extra): Row {
  return row(
    name,
    size,
    (reader, draft) => draft.addExtra(name, read(reader, draft)),
    (draft) => String(draft.extra?.[name]),
  )
}

/** A value the report has a key for, in the report's unit. */
export function put<
  K extends
    | 'odometerM'
    | 'externalVoltageV'
    | 'batteryVoltageV'
    | 'altitudeM'
    | 'batteryPercent'
    | 'humidityPercent'
    | 'fuelL'
    | 'driverId'
    | 'iccid'
    | 'doorOpen'
    | 'charging'
    | 'satellites',
>(
  name: K,
  size: number,
  read: (reader: Reader) => Draft['report'][K],
  write?: (writer: Writer, draft: Draft) => void,
): Row {
  return row(
    name,
    size,
    (reader, draft) => {
      draft.report[name] = read(reader)
    },
    (draft) => String(draft.report[name]),
    write,
  )
}

/** Bytes without a meaning for us, kept as hex. */
export const raw = (name: string, size: number): Row => say(name, size, (reader) => toHex(reader.take(size)))

/** All that is left of the body. */
export const rest = (name: string): Row => ({
  ...say(name, 0, (reader) => toHex(reader.rest())),
  isFixed: false,
})

/** Bytes that every sender leaves empty or fills with padding. */
export const padding = (size: number): Row =>
  row(
    'padding',
    size,
    (reader) => reader.skip(size),
    () => '',
  )

/** Whatever is left, when it says nothing. */
export const anyPadding: Row = {
  ...row(
    'padding',
    0,
    (reader) => void reader.rest(),
    () => '',
  ),
  isFixed: false,
}

/** Rows inside a composite one, each shown under its own name or one made of it. */
export function readInTurn(
  rows: readonly Row[],
  reader: Reader,
  draft: Draft,
  trace?: Trace,
  named: (name: string) => string = (name) => name,
): void {
  for (const each of rows) {
    const from = reader.offset
    each.read(reader, draft)
    trace?.(named(each.name), from, reader.offset - from, each.show?.(draft) ?? '')
  }
}

/** Entries one after the other; stops at the end of the body whatever was announced. */
export function list(
  name: string,
  rows: readonly Row[],
  times: number | 'counted',
  keep: (draft: Draft) => void,
): Row {
  const entrySize = rows.reduce((sum, each) => sum + each.size, 0)
  return {
    name,
    size: times === 'counted' ? 0 : times * entrySize,
    isFixed: times !== 'counted',
    read(reader, draft, trace) {
      const announced = times === 'counted' ? draft.count : times
      for (let i = 1; i <= announced; i++) {
        if (reader.remaining < entrySize) {
          reader.isShort = true
          return
        }
        readInTurn(rows, reader, draft, trace, (each) => `${name}[${i}].${each}`)
        keep(draft)
      }
    },
  }
}

export const count = (name: string): Row =>
  row(
    name,
    1,
    (reader, draft) => {
      draft.count = reader.u8()
    },
    (draft) => String(draft.count),
  )

/** The length in bytes of the list that follows, of entries of `entrySize`. */
export const lengthOf = (name: string, entrySize: number): Row =>
  row(
    name,
    1,
    (reader, draft) => {
      draft.count = Math.ceil(reader.u8() / entrySize)
    },
    (draft) => String(draft.count * entrySize),
  )

/** Text up to `keepBack` bytes before the end of the body, without zeros and blanks around it. */
export const text = (name: string, keepBack = 0): Row => ({
  ...say(name, 0, (reader) => asciiText(reader.take(Math.max(0, reader.remaining - keepBack)))),
  isFixed: false,
})

/** A text of as many bytes as `count` said. */
export const countedText = (name: string): Row => ({
  ...say(name, 0, (reader, draft) => asciiText(reader.take(draft.count))),
  isFixed: false,
})

export function asciiText(bytes: Uint8Array): string {
  let out = ''
  for (const byte of bytes)
    if (byte !== 0) out += byte === 0x0a || byte >= 0x20 ? String.fromCharCode(byte) : ' '
  return out.trim()
}

/** As many bytes as `count` said, kept as hex; nothing kept where there are none. */
export const countedRaw = (name: string): Row => ({
  name,
  size: 0,
  isFixed: false,
  read(reader, draft) {
    const bytes = reader.take(draft.count)
    if (bytes.length > 0) draft.addExtra(name, toHex(bytes))
  },
  show: (draft) => String(draft.extra?.[name] ?? ''),
})
