import type { z } from 'zod'

/**
 * With how many decimals numbers leave the API: what is stored in single precision, or was summed up, has tails like
 * 61.70000076293945 that say nothing.
 */

/** A centimetre, as positions are stored. */
const degreesDecimals = 7
const otherDecimals = 3
/** Properties in degrees of latitude or longitude, and lists of such. */
const degrees = /^(?:lat|lon|lng|latitude|longitude|north|south|east|west|box|bounds)$|(?:Lat|Lon|Lng)$/

export function decimalsOf(name: string): number {
  return degrees.test(name) ? degreesDecimals : otherDecimals
}

function roundedNumber(value: number, decimals: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Rounds whatever numbers a value holds, by the names of its properties; what needs none stays the object it was. */
export function rounded<T>(value: T, name = ''): T {
  if (typeof value === 'number') return roundedNumber(value, decimalsOf(name)) as T
  if (Array.isArray(value)) return roundedItems(value, (item) => rounded(item, name)) as T
  if (!isPlain(value)) return value
  return roundedProperties(value, Object.keys(value), (item, key) => rounded(item, key)) as T
}

type Rounder = (value: unknown) => unknown

/** The same by the type of a reply, so that only numbers with decimals are looked at. Null: it holds none. */
export function rounderOf(type: z.ZodType): Rounder | null {
  return rounderAt(type, '', new Map())
}

function rounderAt(type: z.ZodType, name: string, known: Map<z.ZodType, Rounder>): Rounder | null {
  const { def } = type as unknown as { def: TypeDef }
  switch (def.type) {
    case 'number': {
      const decimals = decimalsOf(name)
      if (def.format !== undefined) return null
      return (value) => (typeof value === 'number' ? roundedNumber(value, decimals) : value)
    }
    case 'unknown':
    case 'any':
      return (value) => rounded(value, name)
    case 'object': {
      const rounders = Object.entries(def.shape!).flatMap(([key, property]) => {
        const rounder = rounderAt(property, key, known)
        return rounder === null ? [] : [[key, rounder] as const]
      })
      const byKey = new Map(rounders)
      if (def.catchall) return (value) => rounded(value, name)
      return byKey.size === 0 ? null : propertiesRounder(byKey)
    }
    case 'record':
      return rounderAt(def.valueType!, name, known) && ((value) => rounded(value, name))
    case 'array': {
      const rounder = rounderAt(def.element!, name, known)
      return rounder && ((value) => (Array.isArray(value) ? roundedItems(value, rounder) : value))
    }
    case 'tuple':
      return (value) => rounded(value, name)
    case 'union':
      return inTurn(def.options!.map((option) => rounderAt(option, name, known)))
    case 'intersection':
      return inTurn([rounderAt(def.left!, name, known), rounderAt(def.right!, name, known)])
    case 'pipe':
      return rounderAt(def.out!, name, known)
    case 'lazy':
      return lazyRounder(type, def.getter!, name, known)
    default:
      return def.innerType ? rounderAt(def.innerType, name, known) : null
  }
}

/** What the definitions of zod's types hold, as far as it matters here. */
interface TypeDef {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  valueType?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
  innerType?: z.ZodType
}

function propertiesRounder(byKey: ReadonlyMap<string, Rounder>): Rounder {
  const keys = [...byKey.keys()]
  return (value) =>
    isPlain(value) ? roundedProperties(value, keys, (item, key) => byKey.get(key)!(item)) : value
}

/** Every alternative rounds what it knows. */
function inTurn(rounders: readonly (Rounder | null)[]): Rounder | null {
  const some = rounders.filter((rounder) => rounder !== null)
  return some.length === 0 ? null : (value) => some.reduce((result, rounder) => rounder(result), value)
}

/** A type that holds itself is looked at once. */
function lazyRounder(
  type: z.ZodType,
  getter: () => z.ZodType,
  name: string,
  known: Map<z.ZodType, Rounder>,
): Rounder {
  const before = known.get(type)
  if (before) return before
  let rounder: Rounder | null = null
  const deferred: Rounder = (value) => (rounder === null ? value : rounder(value))
  known.set(type, deferred)
  rounder = rounderAt(getter(), name, known)
  return deferred
}

function roundedItems(items: readonly unknown[], round: Rounder): readonly unknown[] {
  let result: unknown[] | null = null
  for (const [at, item] of items.entries()) {
    const other = round(item)
    if (other === item) continue
    result ??= items.slice()
    result[at] = other
  }
  return result ?? items
}

function roundedProperties(
  value: Record<string, unknown>,
  keys: readonly string[],
  round: (item: unknown, key: string) => unknown,
): Record<string, unknown> {
  let result: Record<string, unknown> | null = null
  for (const key of keys) {
    const item = value[key]
    if (item === undefined || item === null) continue
    const other = round(item, key)
    if (other === item) continue
    result ??= { ...value }
    result[key] = other
  }
  return result ?? value
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
