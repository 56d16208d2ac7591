import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address } from '@trackway/core/features/geocoding/calls.ts'
import { nameIn } from '@trackway/core/features/street-maps/names.ts'
import { chineseNames } from '@trackway/core/geo/chinese-names.ts'
import type { StreetAddress } from '../street-maps/street-address.ts'
import { chineseNamesOf, isChinese } from './chinese-divisions.ts'
import type { NearPlace } from './gazetteer.ts'

/** Nearer than this a place is where one is: the point GeoNames gives a town is no more exact. */
const hereM = 500
const winds = {
  cn: ['以北', '东北', '以东', '东南', '以南', '西南', '以西', '西北'],
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
} as const

/**
 * The words for a position near a place: "3.2 km NW of Gangxia, Shenzhen, Guangdong, China", in Chinese from
 * the largest to the smallest. Languages without words of their own read English with their own country
 * names and units.
 */
export function addressNear(near: NearPlace, language: Language): Address {
  const parts = partsOf(near, language)
  const { country, admin1, place } = parts
  const city = cityOf(near, parts, language)
  // "Gemeente Amsterdam", "Qionghai County": no more than the name of the place.
  const admin2 = near.admin2?.name.includes(near.name) ? null : parts.admin2
  const where = near.distanceM < hereM ? null : whereTo(near, language)
  const write = (names: (string | null)[]) => {
    const known = names.filter((name) => name !== null).filter(isNew)
    return language === 'cn' ? inChinese(known, where) : inEnglish(known, where)
  }
  return {
    text: write([country, admin1, admin2, city, place]),
    // Who knows the city needs no prefecture, and who knows that no province.
    short: write(
      city === null && (admin2 === null || isSame(admin2, place)) ? [admin1, place] : [city ?? admin2, place],
    ),
    parts: { ...parts, road: null, houseNumber: null },
    distanceM: Math.round(near.distanceM),
    bearing: Math.round(near.bearing) % 360,
    source: 'gazetteer',
    isExact: false,
  }
}

/** Countries where the number comes before the street. */
const numberFirst = [
  'US',
  'CA',
  'GB',
  'IE',
  'FR',
  'AU',
  'NZ',
  'IN',
  'TH',
  'MM',
  'KH',
  'VN',
  'ZA',
  'SG',
  'MY',
  'PH',
]

/** "Kaivokatu 8, Helsinki, Finland": of a street on a map, with the country of the gazetteer. */
export function addressOnStreet(street: StreetAddress, near: NearPlace | null, language: Language): Address {
  const road = nameIn(street.road, language)
  const { houseNumber } = street
  const wider = near && partsOf(near, language)
  const place = (street.place && nameIn(street.place, language)) ?? wider?.place ?? null
  const parts = {
    countryCode: wider?.countryCode ?? null,
    country: wider?.country ?? null,
    admin1: wider?.admin1 ?? null,
    admin2: wider?.admin2 ?? null,
    place,
    road,
    houseNumber,
  }
  const isFirst = numberFirst.includes(parts.countryCode ?? '')
  const number =
    houseNumber !== null && language === 'cn' && /\p{Script=Han}$/u.test(road)
      ? `${houseNumber}号`
      : houseNumber
  const line = isFirst && language !== 'cn' ? [number, road] : [road, number]
  const door = line.filter((each) => each !== null).join(' ')
  const write = (names: (string | null)[]) => {
    const known = [...names.filter((name) => name !== null).filter(isNew), door]
    return language === 'cn' ? inChinese(known, null) : inEnglish(known, null)
  }
  return {
    text: write([parts.country, place]),
    short: write([place]),
    parts,
    distanceM: null,
    bearing: null,
    source: 'streets',
    isExact: true,
  }
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ name, admin1, admin2, countryCode, translated }: NearPlace, language: Language) {
  const parts = {
    countryCode,
    country: countryCode && countryName(countryCode, language),
    admin1: admin1?.name ?? null,
    admin2: admin2?.name ?? null,
    place: language in translated ? translated[language as keyof typeof translated]! : name,
  }
  if (language !== 'cn' || countryCode === null) return parts
  const chinese = chineseNamesOf({ countryCode, admin1, admin2, name, chinese: translated.cn ?? null })
  return chinese.admin1 !== null && isChinese(countryCode)
    ? { ...parts, ...chinese, country: '中国' }
    : { ...parts, ...chinese, admin1: chinese.admin1 ?? parts.admin1, admin2: chinese.admin2 ?? parts.admin2 }
}

/** The city around a place, unless a division or the place is called after it. */
function cityOf({ city }: NearPlace, { admin1, admin2, place }: Parts, language: Language): string | null {
  if (city === null) return null
  const own = city.translated.cn
  const name = language === 'cn' ? (chineseNames[`CN ${city.name}`] ?? own ?? city.name) : city.name
  const isNamed = [admin1, admin2, place].some(
    (other) => other && (isSame(other, name) || other.startsWith(name)),
  )
  return isNamed ? null : name
}

function inChinese(order: string[], where: string | null): string {
  return [...order, ...(where ? [where] : [])].join(' ')
}

function inEnglish(order: string[], where: string | null): string {
  const names = order.toReversed().join(', ')
  return where ? `${where} of ${names}` : names
}

function whereTo({ distanceM, bearing }: NearPlace, language: Language): string {
  const wind = winds[language === 'cn' ? 'cn' : 'en'][Math.round(bearing / 45) % 8]
  const distance = distanceText(distanceM, language)
  return language === 'cn' ? `${wind} ${distance}` : `${distance} ${wind}`
}

const numbers = new Map<string, Intl.NumberFormat>()

function distanceText(metres: number, language: Language): string {
  const isFar = metres >= 1000
  const unit = isFar ? 'kilometer' : 'meter'
  // Beyond 20 km, and below 1, a digit more would be pretence.
  const value = isFar ? metres / 1000 : Math.round(metres / 10) * 10
  const digits = isFar && metres < 20_000 ? 1 : 0
  const key = `${language} ${unit} ${digits}`
  let format = numbers.get(key)
  if (!format) {
    // Chinese texts use km and m too.
    format = new Intl.NumberFormat(language === 'cn' ? 'en' : tagOf(language), {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    })
    numbers.set(key, format)
  }
  return format.format(value)
}

const countryNames = new Map<Language, Intl.DisplayNames>()

function countryName(code: string, language: Language): string {
  let names = countryNames.get(language)
  if (!names) {
    names = new Intl.DisplayNames(tagOf(language), { type: 'region' })
    countryNames.set(language, names)
  }
  return names.of(code) ?? code
}

/** BCP 47, as `Intl` and the providers understand it. */
export function tagOf(language: Language): string {
  return language === 'cn' ? 'zh-CN' : language
}

/** Capitals of their own state or county are named once. */
function isNew(name: string, at: number, names: string[]): boolean {
  return names.findIndex((other) => isSame(other, name)) === at
}

/** However each writes its accents. Kept: made for every comparison, it would take 100 times as long as comparing. */
const collator = new Intl.Collator('en', { sensitivity: 'base' })

function isSame(name: string, other: string): boolean {
  return name === other || collator.compare(name, other) === 0
}
