import { asLine } from '@trackway/core/api/call.ts'
import { type FenceFormat, fenceBounds } from '@trackway/core/features/fences/calls.ts'
import { Refusal } from '../../../platform/errors.ts'
import { readCsv, writeCsv } from './csv.ts'
import { readGeoJson, writeGeoJson } from './geojson.ts'
import { readKml, writeKml } from './kml.ts'
import { checked, contentTypes, type FileShape, type NamedArea, type ShapeSizes } from './shapes.ts'

const readers = { kml: readKml, geojson: readGeoJson, csv: readCsv }
const writers = { kml: writeKml, geojson: writeGeoJson, csv: writeCsv }

/** An outline of a file, and what it becomes. */
export interface CheckedShape extends ReturnType<typeof checked> {
  /** From 1. */
  row: number
  name: string
  more: FileShape['more']
}

/** @throws {Refusal} `fileUnreadable`, `tooManyFences` */
export function readShapes(
  { text, format = formatOf(text) }: { text: string; format?: FenceFormat | undefined },
  sizes: ShapeSizes,
): { format: FenceFormat; list: CheckedShape[] } {
  const shapes = readers[format](text, sizes)
  if (shapes.length > fenceBounds.import) throw new Refusal('tooManyFences', { count: shapes.length })
  const list = shapes.map((shape, i) => ({
    row: i + 1,
    name: asLine(shape.name, 64) || `${i + 1}`,
    more: shape.more,
    ...checked(shape),
  }))
  return { format, list }
}

export function writeShapes(format: FenceFormat, name: string, areas: readonly NamedArea[]) {
  return {
    fileName: `${name}.${format}`,
    contentType: contentTypes[format],
    text: writers[format](areas),
  }
}

function formatOf(text: string): FenceFormat {
  const first = text.trimStart().replace(/^\ufeff/, '')[0]
  if (first === '<') return 'kml'
  return first === '{' || first === '[' ? 'geojson' : 'csv'
}
