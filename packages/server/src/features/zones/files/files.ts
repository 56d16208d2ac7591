import { asLine } from '@trackway/core/api/call.ts'
import { type ZoneFormat, zoneBounds } from '@trackway/core/features/zones/zone-calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import type { Page } from '../../../platform/database/read-page.ts'
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
  { text, format = formatOf(text) }: { text: string; format?: ZoneFormat | undefined },
  sizes: ShapeSizes,
): { format: ZoneFormat; list: CheckedShape[] } {
  const shapes = readers[format](text, sizes)
  if (shapes.length > zoneBounds.import) throw new Refusal('tooManyFences', { count: shapes.length })
  const list = shapes.map((shape, i) => ({
    row: i + 1,
    name: asLine(shape.name, 64) || `${i + 1}`,
    more: shape.more,
    ...checked(shape),
  }))
  return { format, list }
}

/**
 * A file of zones.
 * @param page all that were found
 * @param ids those that were named
 * @throws {Refusal} `tooManyFences`, `notFound` where one of those named was not found
 */
export function writeZones<Zone extends { name: string; area: FenceArea }>(
  { format, fileName }: { format: ZoneFormat; fileName: string },
  { list, total }: Page<Zone>,
  ids: readonly number[] | undefined,
  moreOf: (zone: Zone) => NamedArea['more'] = () => ({}),
) {
  if (total > zoneBounds.file) throw new Refusal('tooManyFences', { count: total })
  if (ids !== undefined && list.length < new Set(ids).size) throw new Refusal('notFound')
  return {
    fileName: `${fileName}.${format}`,
    contentType: contentTypes[format],
    text: writers[format](list.map((zone) => ({ name: zone.name, area: zone.area, more: moreOf(zone) }))),
  }
}

function formatOf(text: string): ZoneFormat {
  const first = text.trimStart().replace(/^\ufeff/, '')[0]
  if (first === '<') return 'kml'
  return first === '{' || first === '[' ? 'geojson' : 'csv'
}
