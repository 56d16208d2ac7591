import type { Place } from '@trackway/core/geo/area.ts'
import type { X2jOptions } from 'fast-xml-parser'
import { Refusal } from '../../../platform/errors.ts'
import { loadWhenUsed } from '../../../platform/load-when-used.ts'
import { xmlHead, xmlText } from '../../track-files/xml.ts'
import {
  areaKey,
  circleOf,
  corridorOf,
  type FileShape,
  keptArea,
  type NamedArea,
  outlineOf,
  placeOf,
  polygonOf,
  type ShapeSizes,
} from './shapes.ts'

/** KML 2.2 (OGC 07-147r2): placemarks with polygons, lines and points. */

type Node = Record<string, unknown>

const xml = loadWhenUsed<typeof import('fast-xml-parser')>('fast-xml-parser')
const parserOptions: X2jOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) =>
    [
      'Placemark',
      'Folder',
      'Document',
      'Polygon',
      'LineString',
      'Point',
      'Data',
      'MultiGeometry',
      'innerBoundaryIs',
    ].includes(name),
}

/** @throws {Refusal} `fileUnreadable` */
export function readKml(text: string, sizes: ShapeSizes): FileShape[] {
  // Entities of a document type can blow up; no program writes one.
  if (/<!DOCTYPE/i.test(text) || xml().XMLValidator.validate(text) !== true)
    throw new Refusal('fileUnreadable')
  return [...placemarksIn(parsed(text))].flatMap((placemark) => shapesOf(placemark, sizes))
}

function parsed(text: string): unknown {
  try {
    return new (xml().XMLParser)(parserOptions).parse(text)
  } catch (error) {
    // Deeper than any program nests folders.
    throw new Refusal('fileUnreadable', { cause: error })
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodes = (value: unknown): Node[] => [value].flat().filter(isNode)

function* placemarksIn(node: unknown): Generator<Node> {
  if (!isNode(node)) return
  for (const [name, value] of Object.entries(node)) {
    if (name === 'Placemark') yield* nodes(value)
    else for (const child of nodes(value)) yield* placemarksIn(child)
  }
}

function shapesOf(placemark: Node, sizes: ShapeSizes): FileShape[] {
  const more = dataOf(placemark)
  const name = String(placemark.name ?? '').trim()
  const kept = keptArea(more[areaKey])
  if (kept !== undefined) return [{ name, area: kept, fault: null, more }]
  const found: FileShape[] = []
  for (const part of [placemark, ...nodes(placemark.MultiGeometry)]) {
    for (const polygon of nodes(part.Polygon)) {
      const ring = nodes(polygon.outerBoundaryIs).flatMap(({ LinearRing }) => placesIn(nodes(LinearRing)[0]))
      const fault = polygon.innerBoundaryIs === undefined ? null : 'holes'
      found.push({ name, area: polygonOf(ring), fault, more })
    }
    for (const line of nodes(part.LineString))
      found.push({ name, area: corridorOf(placesIn(line), sizes), fault: null, more })
    for (const point of nodes(part.Point))
      found.push({ name, area: circleOf(placesIn(point)[0], more, sizes), fault: null, more })
  }
  return found.length > 0 ? found : [{ name, area: null, fault: 'noArea', more }]
}

function dataOf({ ExtendedData }: Node): Record<string, string> {
  const data = nodes(ExtendedData).flatMap((each) => nodes(each.Data))
  return Object.fromEntries(
    data.map((each) => [String(each['@name']).toLowerCase(), String(each.value ?? '')]),
  )
}

/** `lon,lat[,altitude]`, with blanks between. Many programs write blanks behind the commas too. */
function placesIn(node: Node | undefined): Place[] {
  const text = String(node?.coordinates ?? '').trim()
  if (text === '') return []
  return text
    .replaceAll(/\s*,\s*/g, ',')
    .split(/\s+/)
    .map((place) => {
      const [lon, lat, , more] = place.split(',')
      return placeOf(more === undefined ? lat : undefined, lon)
    })
}

export function writeKml(areas: readonly NamedArea[]): string {
  return `${xmlHead}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${areas.map(placemark).join('')}</Document></kml>\n`
}

function placemark({ name, area, more }: NamedArea): string {
  const { kind, places } = outlineOf(area)
  const coordinates = `<coordinates>${places.map(({ lat, lon }) => `${lon},${lat}`).join(' ')}</coordinates>`
  const geometry =
    kind === 'line'
      ? `<LineString>${coordinates}</LineString>`
      : `<Polygon><outerBoundaryIs><LinearRing>${coordinates}</LinearRing></outerBoundaryIs></Polygon>`
  const data = Object.entries({ ...more, [areaKey]: JSON.stringify(area) })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `<Data name="${xmlText(key)}"><value>${xmlText(String(value))}</value></Data>`)
  return `<Placemark><name>${xmlText(name)}</name><ExtendedData>${data.join('')}</ExtendedData>${geometry}</Placemark>\n`
}
