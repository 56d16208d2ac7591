import { luhnDigit } from '@trackway/core/rules/validation.ts'
import type { CharacterName } from '@trackway/simulator/driving/characters.ts'
import { characters } from '@trackway/simulator/driving/characters.ts'
import { chance, hash } from '@trackway/simulator/random.ts'
import { type CityName, cityNamed } from '@trackway/simulator/roads/cities.ts'
import type { DemoOwner } from './accounts.ts'
import { hasPlate, iconOf, nicknameOf, plateOf } from './vehicle-names.ts'

/** A demo vehicle before it is in the database. */
export interface PlannedVehicle {
  terminalId: string
  protocol: 'gt06' | 'jt808'
  deviceTypeId: number
  owner: DemoOwner
  city: CityName
  character: CharacterName
  seed: number
  carNumber: string | null
  nickname: string
  iconType: string
  iccid: string
  sim: string | null
  /** Of the vehicle's counter a month ago. */
  odometerM: number
  /** It never reported, or last so many hours ago; null: it reports now. */
  silence: 'inactive' | number | null
  /** Days until its service ends, negative where it has ended; null: not soon. */
  expiresInDays: number | null
}

type Counts = Partial<Record<CharacterName, number>>

/** Who runs what and where: 225 vehicles. Ids follow from the order: what is new comes last. */
const fleets: readonly (readonly [DemoOwner, CityName, Counts])[] = [
  ['yuanhang', 'Shenzhen', { car: 8, speeder: 2, asset: 2 }],
  ['shunda', 'Shenzhen', { coldVan: 10, truck: 5, nightTruck: 3 }],
  ['nanfang', 'Guangzhou', { taxi: 11, nightTaxi: 7 }],
  ['nanfang', 'Shenzhen', { taxi: 4, nightTaxi: 2 }],
  ['shunda', 'Guangzhou', { van: 4, nightTruck: 2 }],
  ['huadong', 'Shanghai', { van: 10, truck: 3, nightTruck: 3, car: 2 }],
  ['jingcheng', 'Beijing', { car: 8, speeder: 2, nightTaxi: 2, van: 2 }],
  ['chuanyu', 'Chengdu', { machine: 6, truck: 2, car: 2 }],
  ['thanglong', 'Hanoi', { taxi: 7, nightTaxi: 5 }],
  ['saigon', 'Ho Chi Minh City', { motorcycle: 8, van: 4, truck: 2 }],
  ['siam', 'Bangkok', { van: 6, coldVan: 3, nightTruck: 3, car: 2 }],
  ['lefevre', 'Paris', { van: 4, truck: 3, nightTruck: 2, speeder: 2 }],
  ['atlantico', 'Lisbon', { van: 4, coldVan: 2, car: 2 }],
  ['iberia', 'Madrid', { machine: 4, car: 2, asset: 2 }],
  ['sever', 'Moscow', { truck: 4, nightTruck: 3, car: 3, speeder: 1 }],
  ['deccan', 'Mumbai', { motorcycle: 6, van: 4 }],
  ['yangon', 'Yangon', { car: 2, van: 3 }],
  ['phnompenh', 'Phnom Penh', { motorcycle: 3, van: 2 }],
  ['nanfang', 'Shenzhen', { bus: 2, strayBus: 1 }],
  // On the real streets of the map that comes with the platform.
  ['helsinki', 'Helsinki', { van: 5, motorcycle: 5, taxi: 2, nightTaxi: 2 }],
  // With battery packs, where most people look first.
  ['yuanhang', 'Shenzhen', { motorcycle: 8 }],
]

/** Types by the protocol they speak, the common ones more than once (core/codes/protocols.ts). */
const gt06Types = [0, 12, 12, 13, 16]
const jt808Types = [14, 14, 8, 15]
/** R001: runs on its own battery and is offline by nature. */
const assetType = 2

/** The demo fleet; the same on every machine and in every run. @param size the first so many of it */
export function planFleet(size = 225): PlannedVehicle[] {
  const out: PlannedVehicle[] = []
  for (const [owner, city, counts] of fleets) {
    for (const [character, count] of Object.entries(counts) as [CharacterName, number][]) {
      for (let n = 1; n <= count; n++) out.push(plan(out.length, owner, city, character, n))
    }
  }
  return out.slice(0, size)
}

function plan(
  index: number,
  owner: DemoOwner,
  cityName: CityName,
  character: CharacterName,
  n: number,
): PlannedVehicle {
  const seed = hash(20_260_101, index)
  const city = cityNamed(cityName)
  const isJt808 = character !== 'asset' && (character === 'coldVan' || chance(seed, 1) < 0.42)
  const types = character === 'asset' ? [assetType] : isJt808 ? jt808Types : gt06Types
  const [low, high] = characters[character].odometerKm
  return {
    terminalId: terminalIdOf(index, isJt808),
    protocol: isJt808 ? 'jt808' : 'gt06',
    deviceTypeId: types[Math.floor(chance(seed, 2) * types.length)]!,
    owner,
    city: cityName,
    character,
    seed,
    carNumber: hasPlate(character) ? plateOf(city, seed) : null,
    nickname: nicknameOf(city, character, n),
    iconType: iconOf(character),
    iccid: `8986${digitsOf(seed, 16)}`,
    sim: isJt808 && index % 2 === 0 ? terminalIdOf(index, isJt808) : null,
    odometerM: Math.round((low + (high - low) * chance(seed, 3)) * 1000),
    silence: silenceOf(index, seed),
    expiresInDays: expiryOf(index),
  }
}

/** IMEIs of a range of ours; every other 808 device has the eleven digits of a SIM instead. */
function terminalIdOf(index: number, isJt808: boolean): string {
  if (isJt808 && index % 2 === 0) return `1440${String(7_100_000 + index * 37).padStart(7, '0')}`
  const digits = `8612340${String(5_000_000 + index * 613).padStart(7, '0')}`
  return digits + luhnDigit(digits)
}

function digitsOf(seed: number, count: number): string {
  return Array.from({ length: count }, (_, n) => Math.floor(10 * chance(seed, 8, n))).join('')
}

function silenceOf(index: number, seed: number): PlannedVehicle['silence'] {
  if (index % 25 === 24) return 'inactive'
  if (index % 14 !== 9) return null
  // From an hour to eleven days.
  return Math.round(10 * 264 ** chance(seed, 4)) / 10
}

function expiryOf(index: number): number | null {
  if (index % 33 === 20) return -3 - (index % 11)
  return index % 17 === 5 ? 2 + (index % 27) : null
}
