import type { Cell } from '@trackway/protocols/protocol.ts'
import { hash } from '../random.ts'
import type { City } from '../roads/cities.ts'

/** Mobile country codes (ITU-T E.212). */
const mccOf: Record<City['country'], number> = {
  CN: 460,
  VN: 452,
  TH: 520,
  FR: 208,
  PT: 268,
  ES: 214,
  RU: 250,
  IN: 404,
  MM: 414,
  KH: 456,
  FI: 244,
}

/** The cell that serves a place: a made-up one, the same for everyone within about a kilometre. */
export function cellAt(country: City['country'], latitude: number, longitude: number): Cell {
  const lac = hash(Math.floor(latitude * 12), Math.floor(longitude * 12)) % 0xfff0
  const cellId = hash(Math.floor(latitude * 90), Math.floor(longitude * 90)) % 0xfffff0
  return { mcc: mccOf[country], mnc: 1, lac: lac + 1, cellId: cellId + 1 }
}
