import { MapFileFault } from './pmtiles.ts'

/** Which layers the tiles have, and whom they are owed to. */
export const mapSchemas = ['protomaps', 'openmaptiles'] as const
export type MapSchema = (typeof mapSchemas)[number]

export interface MapFacts {
  schema: MapSchema
  name: string | null
  attribution: string
}

const longestText = 500

/**
 * Reads what the metadata of an archive describes. Some producers keep an object as text in the field `json`.
 * @throws {MapFileFault} `noStreets` where no layer holds streets as either schema does
 */
export function readMapFacts(metadata: Record<string, unknown>): MapFacts {
  const layers = layersOf(metadata) ?? layersOf(parsed(metadata.json))
  if (layers === null) throw new MapFileFault('noStreets', 'The metadata names no layers.')
  const schema =
    layers.has('roads') && layers.has('earth')
      ? 'protomaps'
      : layers.has('transportation')
        ? 'openmaptiles'
        : null
  if (schema === null)
    throw new MapFileFault('noStreets', `Its layers are ${[...layers].slice(0, 12).join(', ')}: no streets.`)
  return {
    schema,
    name: textOf(metadata.name),
    attribution: attributionOf(schema, textOf(metadata.attribution)),
  }
}

const osm = '© OpenStreetMap contributors'

/** The attribution shown on the map: OpenStreetMap always, the schema where its licence requires it, then whom the file names. */
function attributionOf(schema: MapSchema, named: string | null): string {
  const others = (named ?? '')
    .split(/\s*[|;·]\s*|\s+(?=©)/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/openstreetmap|openmaptiles/i.test(part))
  return [...(schema === 'openmaptiles' ? ['© OpenMapTiles'] : []), osm, ...others].join(' ')
}

function layersOf(holder: unknown): Set<string> | null {
  const listed = (holder as { vector_layers?: unknown } | null)?.vector_layers
  if (!Array.isArray(listed)) return null
  return new Set(listed.flatMap((layer) => (typeof layer?.id === 'string' ? [layer.id as string] : [])))
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Without the HTML that many write into it. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .replace(/<[^>]*>/g, ' ')
    .replace(/&copy;/gi, '©')
    .replace(/&amp;/gi, '&')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestText)
  return text === '' ? null : text
}
