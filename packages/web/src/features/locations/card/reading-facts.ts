import { type Abilities, mayHaveSensor } from '@trackway/core/codes/device-abilities.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { type ReadingName, readingNames, readingRow } from '@trackway/core/readings/readings.ts'
import type { ReadingGroup } from '@trackway/core/readings/rows.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../../base/format.ts'
import { readingText } from '../../../ui/readings/reading-text.ts'

/** A reading is shown with its age when it has not come for so long while the device reports. */
const oldMs = 10 * 60_000

interface Context {
  /** The model of the device: what it cannot have is not shown. Undefined while it is not known. */
  type?: Abilities | undefined
  t: TFunction
  format: Format
  now: number
}

/** One value, as the card lists it. */
export interface ReadingFact {
  name: ReadingName
  text: string
  /** `3 hr ago` where it is old, else null. */
  age: string | null
}

/** The values of several wheels, sensors or packs. */
export interface ReadingTable {
  columns: string[]
  rows: { title: string; texts: string[] }[]
  age: string | null
}

interface Known {
  name: ReadingName
  time: number
  value: unknown
}

/** The readings of a group that a device has one of. */
export function readingFacts(device: Location, group: ReadingGroup, context: Context): ReadingFact[] {
  const known = knownOf(device, group, context.type)
  return known.flatMap((one) => {
    const value = Array.isArray(one.value) ? (isTable(known) ? null : one.value[0]) : one.value
    if (value === null) return []
    const text = readingText(one.name, value, context.format, context.t)
    return [{ name: one.name, text, age: ageOf(device, one.time, context) }]
  })
}

/** Those of several places; null without. The longer side is vertical, so that it fits the card. */
export function readingTable(device: Location, group: ReadingGroup, context: Context): ReadingTable | null {
  const known = knownOf(device, group, context.type)
  if (!isTable(known)) return null
  const { t, format } = context
  const listed = known.filter(({ value }) => Array.isArray(value))
  const places = placesOf(listed).map((i) => ({
    title: t(`readings.place.${readingRow(listed[0]!.name).per}`, { place: i + 1 }),
    texts: listed.map(({ name, value }) => readingText(name, (value as unknown[])[i] ?? null, format, t)),
  }))
  const names = listed.map(({ name }) => t(`readings.name.${name}`))
  const age = ageOf(device, Math.max(...listed.map(({ time }) => time)), context)
  if (places.length >= names.length) return { columns: names, rows: places, age }
  return {
    columns: places.map(({ title }) => title),
    rows: names.map((title, n) => ({ title, texts: places.map(({ texts }) => texts[n]!) })),
    age,
  }
}

function knownOf(device: Location, group: ReadingGroup, type: Abilities | undefined): Known[] {
  return readingNames.flatMap((name) => {
    const row = readingRow(name)
    if (row.group !== group || !mayHaveSensor(type, row.sensor)) return []
    if (!(name in device)) {
      const reading = device.readings[name as keyof Location['readings']]
      return reading === undefined ? [] : [{ name, ...reading }]
    }
    const value = device[name as 'gsmLevel']
    return value === null ? [] : [{ name, value, time: device.stateTime ?? 0 }]
  })
}

function isTable(known: readonly Known[]): boolean {
  const places = placesOf(known)
  return places.length > 1 || (places[0] ?? 0) > 0
}

/** The places of which anything is known. */
function placesOf(known: readonly Known[]): number[] {
  const lists = known.flatMap(({ value }) => (Array.isArray(value) ? [value as unknown[]] : []))
  const count = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: count }, (_, i) => i).filter((i) => lists.some((list) => list[i] != null))
}

function ageOf({ stateTime }: Location, time: number, { t, format, now }: Context): string | null {
  if ((stateTime ?? time) - time < oldMs) return null
  return t('ui.ago', { span: format.age(time, now) })
}
