import type { Names } from '@trackway/core/features/street-maps/street-tile.ts'
import { readStreetTile, tileUnits } from '@trackway/core/features/street-maps/street-tile.ts'
import { type Box, latAt, lonAt, tilesOfBox } from '@trackway/core/features/street-maps/tile-id.ts'
import type { StreetMap } from '../map-folder.ts'
import { streetAddressAt } from '../street-address.ts'

/** A long road lies in many tiles; more are not read for one question. */
const mostTiles = 64

/** Where a number of a road is: the file names the street of a number, else the nearest road decides. */
export async function houseOn(
  map: StreetMap,
  road: Box & { names: Names },
  houseNumber: string,
): Promise<{ number: string; lat: number; lon: number } | null> {
  const { archive, facts } = map
  const zoom = archive.header.maxZoom
  const { left, right, top, bottom } = tilesOfBox(road, zoom)
  if ((right - left + 1) * (bottom - top + 1) > mostTiles) return null
  const plain = (number: string) => number.replace(/\s/g, '').toLowerCase()
  for (let x = left; x <= right; x++) {
    for (let y = top; y <= bottom; y++) {
      const bytes = await archive.tile({ z: zoom, x, y })
      if (bytes === null) continue
      for (const { number, street, ...point } of readStreetTile(bytes, facts.schema).numbers) {
        if (plain(number) !== plain(houseNumber)) continue
        const place = { lat: latAt(y + point.y / tileUnits, zoom), lon: lonAt(x + point.x / tileUnits, zoom) }
        const isHere =
          street === null
            ? (await streetAddressAt(place.lat, place.lon))?.road.name === road.names.name
            : Object.values(road.names).includes(street)
        if (isHere) return { number, ...place }
      }
    }
  }
  return null
}
