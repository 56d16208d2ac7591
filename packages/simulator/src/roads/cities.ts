/**
 * Where simulated vehicles drive. Centre and radius are chosen so that the whole circle is land (rivers,
 * which streets bridge, apart): none of these networks reaches a coast or a bay.
 */
export interface City {
  /** Key of the city, and its name on labels. */
  name: string
  country: 'CN' | 'VN' | 'TH' | 'FR' | 'PT' | 'ES' | 'RU' | 'IN' | 'MM' | 'KH' | 'FI'
  latitude: number
  longitude: number
  radiusM: number
  timeZone: string
  /** Streets' main direction, degrees clockwise from north. */
  rotationDeg: number
  /** 0: a chessboard; 1: rings and spokes. */
  roundness: number
}

export const cities = [
  city('Shenzhen', 'CN', 22.66, 114.03, 7_000, 'Asia/Shanghai', 12, 0.2),
  city('Guangzhou', 'CN', 23.165, 113.29, 7_000, 'Asia/Shanghai', -8, 0.35),
  city('Shanghai', 'CN', 31.205, 121.42, 8_000, 'Asia/Shanghai', 18, 0.4),
  city('Beijing', 'CN', 39.912, 116.397, 10_000, 'Asia/Shanghai', 0, 0.25),
  city('Chengdu', 'CN', 30.659, 104.063, 9_000, 'Asia/Shanghai', 28, 0.85),
  city('Hanoi', 'VN', 21.0, 105.81, 5_500, 'Asia/Ho_Chi_Minh', 20, 0.6),
  city('Ho Chi Minh City', 'VN', 10.8, 106.65, 5_500, 'Asia/Ho_Chi_Minh', -35, 0.3),
  city('Bangkok', 'TH', 13.77, 100.56, 7_000, 'Asia/Bangkok', 8, 0.3),
  city('Paris', 'FR', 48.857, 2.345, 7_500, 'Europe/Paris', 25, 0.95),
  city('Lisbon', 'PT', 38.765, -9.185, 4_500, 'Europe/Lisbon', -22, 0.5),
  city('Madrid', 'ES', 40.435, -3.69, 7_500, 'Europe/Madrid', 5, 0.6),
  city('Moscow', 'RU', 55.752, 37.618, 11_000, 'Europe/Moscow', 10, 1),
  city('Mumbai', 'IN', 19.125, 72.895, 3_700, 'Asia/Kolkata', 6, 0.2),
  city('Yangon', 'MM', 16.855, 96.16, 4_500, 'Asia/Yangon', -4, 0.2),
  city('Phnom Penh', 'KH', 11.556, 104.885, 4_000, 'Asia/Phnom_Penh', -12, 0.15),
] as const satisfies City[]

/** Cities whose streets come from a map file only (`street-network.ts`): there is none made up for them. */
export const mapCities = [
  city('Helsinki', 'FI', 60.1717, 24.9443, 1_200, 'Europe/Helsinki', 0, 0),
] as const satisfies City[]

export type MadeUpCityName = (typeof cities)[number]['name']
export type CityName = MadeUpCityName | (typeof mapCities)[number]['name']

function city<const N extends string>(
  name: N,
  country: City['country'],
  latitude: number,
  longitude: number,
  radiusM: number,
  timeZone: string,
  rotationDeg: number,
  roundness: number,
): City & { name: N } {
  return { name, country, latitude, longitude, radiusM, timeZone, rotationDeg, roundness }
}

const added: City[] = []

/** A city of a map file that the table does not know. */
export function addCity(one: City): void {
  added.push(one)
}

/** @throws {RangeError} for a name the table does not have */
export function cityNamed(name: string): City {
  const found = [...cities, ...mapCities, ...added].find((one) => one.name === name)
  if (!found) throw new RangeError(`There is no city ${name}.`)
  return found
}
