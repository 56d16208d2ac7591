import type { MadeUpCityName } from './cities.ts'

/**
 * A motorway out of each city: the latitude and longitude of places it passes, in order, far enough inland everywhere.
 * It begins at the edge of the city's network and ends at a freight yard or a town.
 */
export const corridors: Record<MadeUpCityName, readonly (readonly [number, number])[]> = {
  // To Dongguan, Huizhou and Heyuan.
  Shenzhen: placesIn(
    '22.76 114.06, 22.85 114.12, 22.97 114.2, 23.11 114.38, 23.3 114.52, 23.55 114.6, 23.74 114.69',
  ),
  // To Qingyuan and Shaoguan.
  Guangzhou: placesIn(
    '23.27 113.25, 23.45 113.18, 23.68 113.06, 23.95 113.25, 24.2 113.42, 24.5 113.55, 24.8 113.58',
  ),
  // To Suzhou, Wuxi and Changzhou.
  Shanghai: placesIn(
    '31.27 121.25, 31.35 121.02, 31.36 120.75, 31.44 120.52, 31.56 120.36, 31.66 120.18, 31.79 119.98',
  ),
  // To Baoding and Shijiazhuang.
  Beijing: placesIn(
    '39.76 116.2, 39.5 116.0, 39.2 115.75, 38.87 115.5, 38.5 115.05, 38.25 114.75, 38.08 114.58',
  ),
  // To Suining and Chongqing.
  Chengdu: placesIn(
    '30.6 104.25, 30.55 104.6, 30.52 105.1, 30.48 105.55, 30.2 105.85, 29.85 106.1, 29.65 106.35',
  ),
  // To Viet Tri and Yen Bai.
  Hanoi: placesIn('21.09 105.74, 21.22 105.62, 21.3 105.42, 21.42 105.25, 21.57 105.05, 21.7 104.9'),
  // To Chon Thanh and Buon Ma Thuot.
  'Ho Chi Minh City': placesIn(
    '10.9 106.64, 11.08 106.64, 11.28 106.62, 11.45 106.64, 11.55 106.88, 11.8 107.2, 12.0 107.5',
  ),
  // To Ayutthaya and Nakhon Ratchasima.
  Bangkok: placesIn(
    '13.9 100.6, 14.12 100.62, 14.35 100.75, 14.53 100.92, 14.65 101.2, 14.75 101.5, 14.93 101.95',
  ),
  // To Orleans and Tours.
  Paris: placesIn(
    '48.74 2.3, 48.55 2.15, 48.35 1.97, 48.1 1.88, 47.93 1.82, 47.72 1.45, 47.56 1.15, 47.44 0.8',
  ),
  // To Santarem, Leiria and Coimbra.
  Lisbon: placesIn(
    '38.83 -9.15, 38.93 -9.04, 39.08 -8.95, 39.23 -8.76, 39.45 -8.62, 39.7 -8.72, 39.95 -8.6, 40.18 -8.45',
  ),
  // To Guadalajara and Zaragoza.
  Madrid: placesIn(
    '40.46 -3.55, 40.5 -3.38, 40.63 -3.15, 40.85 -2.85, 41.1 -2.45, 41.25 -2.0, 41.4 -1.5, 41.62 -1.05',
  ),
  // To Klin and Tver.
  Moscow: placesIn('55.87 37.45, 55.99 37.2, 56.15 36.95, 56.33 36.72, 56.55 36.35, 56.7 36.1, 56.84 35.88'),
  // To Thane, Nashik's road.
  Mumbai: placesIn('19.165 72.93, 19.22 72.99, 19.3 73.06, 19.45 73.3, 19.65 73.5, 19.85 73.68, 19.98 73.78'),
  // To Bago and Toungoo.
  Yangon: placesIn('16.92 96.17, 17.05 96.22, 17.25 96.4, 17.5 96.45, 17.9 96.48, 18.4 96.43, 18.9 96.4'),
  // To Kampong Speu and Pursat.
  'Phnom Penh': placesIn(
    '11.52 104.82, 11.5 104.7, 11.46 104.52, 11.65 104.55, 11.95 104.6, 12.2 104.45, 12.4 104.2',
  ),
}

function placesIn(text: string): [number, number][] {
  return text.split(', ').map((place) => place.split(' ').map(Number) as [number, number])
}
