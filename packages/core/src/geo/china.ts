import { Area, readOutline, ringOutline } from './china-area.ts'
import { chinaRings, taiwanRings } from './china-outline.ts'
import { hongKongRing, macauRing } from './china-special-regions.ts'

/** A fifth of a degree takes in the bridges, ports and ferries off the mainland's coast. */
const china = new Area(readOutline(chinaRings), 0.2)
/** Narrow, because Xiamen lies 10 km from Kinmen. */
const taiwan = new Area(readOutline(taiwanRings), 0.02)
/** Their rings are drawn around their waters, so they need no margin. */
const hongKong = new Area(ringOutline(hongKongRing), 0)
const macau = new Area(ringOutline(macauRing), 0)

/**
 * Does a WGS-84 place lie where Chinese maps are shifted? Mainland, Hong Kong, Macau and Taiwan, with a sea
 * margin for bridges, ports and ferries. Neighbouring countries are out: the usual longitude/latitude box
 * moves Seoul, Hanoi and Ulan Bator by 450 m. Land borders are as good as Natural Earth: right to a kilometre in
 * most places, checked at the towns of the tests only.
 */
export function isInChina(lon: number, lat: number): boolean {
  return china.contains(lon, lat)
}

/**
 * The same without Hong Kong, Macau and Taiwan, which Google's road map draws unshifted. Right to some 200 m
 * between Shenzhen and Hong Kong and between Zhuhai and Macau.
 */
export function isInMainlandChina(lon: number, lat: number): boolean {
  return (
    china.contains(lon, lat) &&
    !hongKong.contains(lon, lat) &&
    !macau.contains(lon, lat) &&
    !taiwan.contains(lon, lat)
  )
}
