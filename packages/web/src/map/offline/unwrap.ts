import type { MultiLineString, MultiPolygon, Position } from 'geojson'

/**
 * World-atlas stitches rings together across ±180° (for globes). On a projection such a ring would run as a band
 * across the whole world, so longitudes go on beyond 180; geojson-vt puts the rest on the other side.
 */
export function unwrapPolygons(land: MultiPolygon): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: land.coordinates.map((rings) => rings.map(unwrapRing)) }
}

export function unwrapLines(lines: MultiLineString): MultiLineString {
  return { type: 'MultiLineString', coordinates: lines.coordinates.map(unwrap) }
}

function unwrap(line: Position[]): Position[] {
  let turn = 0
  let last = line[0]?.[0] ?? 0
  return line.map(([lon, lat]) => {
    if (lon! - last > 180) turn -= 360
    else if (lon! - last < -180) turn += 360
    last = lon!
    return [lon! + turn, lat!]
  })
}

/** A ring that goes once around the pole (Antarctica) does not close on a projection: it is led along its edge. */
function unwrapRing(ring: Position[]): Position[] {
  const unwrapped = unwrap(ring)
  const first = unwrapped[0]
  const last = unwrapped[unwrapped.length - 1]
  if (!first || !last || Math.abs(last[0]! - first[0]!) < 180) return unwrapped
  return [...unwrapped, [last[0]!, -89.9], [first[0]!, -89.9], first]
}
