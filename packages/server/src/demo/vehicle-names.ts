import type { CharacterName } from '@trackway/simulator/driving/characters.ts'
import { chance } from '@trackway/simulator/random.ts'
import type { City } from '@trackway/simulator/roads/cities.ts'

/** Number plates and names of demo vehicles, in the manner of their country. */

const latin = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const russian = 'АВЕКМНОРСТУХ'
const thai = 'กขคงจชฎฐธบพภมรวศสอฮ'

/** @param seed the same plate for the same seed; plates of one country hardly ever repeat */
export function plateOf(city: City, seed: number): string {
  const digits = (count: number, salt: number) =>
    String(Math.floor(chance(seed, salt) * 10 ** count)).padStart(count, '0')
  const letters = (count: number, salt: number, alphabet = latin) =>
    Array.from(
      { length: count },
      (_, n) => alphabet[Math.floor(chance(seed, salt, n) * alphabet.length)],
    ).join('')
  switch (city.country) {
    case 'CN':
      return `${prefixOf(city)}${letters(1, 1)}${digits(4, 2)}`
    case 'VN':
      return `${prefixOf(city)}${letters(1, 1)}-${digits(3, 2)}.${digits(2, 3)}`
    case 'TH':
      return `${1 + Math.floor(9 * chance(seed, 1))}${letters(2, 2, thai)} ${digits(4, 3)}`
    case 'FR':
      return `${letters(2, 1)}-${digits(3, 2)}-${letters(2, 3)}`
    case 'PT':
      return `${letters(2, 1)}-${digits(2, 2)}-${letters(2, 3)}`
    case 'ES':
      return `${digits(4, 1)} ${letters(3, 2, 'BCDFGHJKLMNPRSTVWXYZ')}`
    case 'RU':
      return `${letters(1, 1, russian)}${digits(3, 2)}${letters(2, 3, russian)} 777`
    case 'IN':
      return `MH ${prefixOf(city)} ${letters(2, 1)} ${digits(4, 2)}`
    case 'MM':
      return `YGN ${1 + Math.floor(9 * chance(seed, 1))}${letters(1, 2)}-${digits(4, 3)}`
    case 'KH':
      return `2${letters(2, 1)}-${digits(4, 2)}`
    case 'FI':
      return `${letters(3, 1)}-${digits(3, 2)}`
  }
}

const prefixes: Record<string, string> = {
  Shenzhen: '粤B',
  Guangzhou: '粤A',
  Shanghai: '沪A',
  Beijing: '京A',
  Chengdu: '川A',
  Hanoi: '30',
  'Ho Chi Minh City': '51',
  Mumbai: '02',
}
const prefixOf = (city: City) => prefixes[city.name] ?? ''

type Kind = 'car' | 'taxi' | 'van' | 'coldVan' | 'truck' | 'machine' | 'motorcycle' | 'asset' | 'bus'

const kinds: Record<CharacterName, Kind> = {
  car: 'car',
  speeder: 'car',
  taxi: 'taxi',
  nightTaxi: 'taxi',
  van: 'van',
  coldVan: 'coldVan',
  truck: 'truck',
  nightTruck: 'truck',
  machine: 'machine',
  motorcycle: 'motorcycle',
  asset: 'asset',
  bus: 'bus',
  strayBus: 'bus',
}

/** In the order of `Kind`. */
const words: Record<City['country'], readonly string[]> = {
  CN: ['商务车', '出租车', '配送车', '冷藏车', '干线货车', '挖掘机', '巡逻摩托', '集装箱', '公交车'],
  VN: [
    'Xe công ty',
    'Taxi',
    'Xe giao hàng',
    'Xe đông lạnh',
    'Xe tải đường dài',
    'Máy xúc',
    'Xe máy giao hàng',
    'Container',
    'Xe buýt',
  ],
  TH: ['รถบริษัท', 'แท็กซี่', 'รถส่งของ', 'รถห้องเย็น', 'รถบรรทุก', 'รถขุด', 'มอเตอร์ไซค์', 'ตู้คอนเทนเนอร์', 'รถโดยสาร'],
  FR: [
    'Voiture de service',
    'Taxi',
    'Fourgon de livraison',
    'Camion frigorifique',
    'Poids lourd',
    'Pelleteuse',
    'Scooter',
    'Conteneur',
    'Autobus',
  ],
  PT: [
    'Viatura comercial',
    'Táxi',
    'Carrinha de entregas',
    'Carrinha frigorífica',
    'Camião de longo curso',
    'Escavadora',
    'Mota',
    'Contentor',
    'Autocarro',
  ],
  ES: [
    'Coche de empresa',
    'Taxi',
    'Furgoneta de reparto',
    'Furgoneta frigorífica',
    'Camión de ruta',
    'Retroexcavadora',
    'Moto',
    'Contenedor',
    'Autobús',
  ],
  RU: [
    'Служебный автомобиль',
    'Такси',
    'Развозной фургон',
    'Рефрижератор',
    'Магистральный тягач',
    'Экскаватор',
    'Мотоцикл',
    'Контейнер',
    'Автобус',
  ],
  IN: [
    'Pool car',
    'Cab',
    'Delivery van',
    'Reefer van',
    'Long-haul truck',
    'Excavator',
    'Delivery bike',
    'Container',
    'Bus',
  ],
  MM: ['ရုံးကား', 'တက္ကစီ', 'ကုန်ပို့ကား', 'အအေးခန်းကား', 'ကုန်တင်ကား', 'မြေတူးစက်', 'ဆိုင်ကယ်', 'ကွန်တိန်နာ', 'ဘတ်စ်ကား'],
  FI: [
    'Henkilöauto',
    'Taksi',
    'Jakeluauto',
    'Kylmäauto',
    'Kuorma-auto',
    'Kaivinkone',
    'Skootteri',
    'Kontti',
    'Bussi',
  ],
  KH: ['រថយន្តក្រុមហ៊ុន', 'តាក់ស៊ី', 'រថយន្តដឹកជញ្ជូន', 'រថយន្តត្រជាក់', 'រថយន្តដឹកទំនិញ', 'គ្រឿងចក្រ', 'ម៉ូតូ', 'កុងតឺន័រ', 'រថយន្តក្រុង'],
}
const order: readonly Kind[] = [
  'car',
  'taxi',
  'van',
  'coldVan',
  'truck',
  'machine',
  'motorcycle',
  'asset',
  'bus',
]

/** Such as `冷藏车 03`. */
export function nicknameOf(city: City, character: CharacterName, number: number): string {
  const word = words[city.country][order.indexOf(kinds[character])]!
  return `${word} ${String(number).padStart(2, '0')}`
}

/** The picture on the map, `devices.icon_type`. */
export function iconOf(character: CharacterName): string {
  const kind = kinds[character]
  return kind === 'coldVan' ? 'van' : kind
}

export const hasPlate = (character: CharacterName): boolean =>
  character !== 'machine' && character !== 'asset'
