import { expect, test } from 'vitest'
import { nameIn } from './names.ts'
import { fromOpenMapTiles } from './openmaptiles.ts'
import { fromProtomaps } from './protomaps.ts'
import type { Geometry, Thing } from './street-features.ts'

const road = { type: 'road', isLink: false, level: 0, oneWay: 0 } as const

test.each([
  ['roads', { kind: 'highway', kind_detail: 'motorway' }, 'line', { ...road, road: 'motorway' }],
  [
    'roads',
    { kind: 'major_road', kind_detail: 'primary_link', is_link: true },
    'line',
    { ...road, road: 'primary', isLink: true },
  ],
  ['roads', { kind: 'minor_road', kind_detail: 'service' }, 'line', { ...road, road: 'service' }],
  [
    'roads',
    { kind: 'other', kind_detail: 'living_street', oneway: 'yes' },
    'line',
    { ...road, road: 'minor', oneWay: 1 },
  ],
  [
    'roads',
    { kind: 'path', kind_detail: 'pedestrian', is_bridge: true },
    'line',
    { ...road, road: 'pedestrian', level: 1 },
  ],
  ['roads', { kind: 'path', kind_detail: 'sidewalk' }, 'line', null],
  ['roads', { kind: 'rail', kind_detail: 'subway' }, 'line', null],
  ['roads', { kind: 'rail', kind_detail: 'tram' }, 'line', { type: 'line', line: 'tram' }],
  ['water', { kind: 'ocean' }, 'area', { type: 'area', area: 'water' }],
  ['water', { kind: 'canal' }, 'line', { type: 'line', line: 'river' }],
  ['landuse', { kind: 'cemetery' }, 'area', { type: 'area', area: 'cemetery' }],
  ['landuse', { kind: 'nature_reserve' }, 'area', null],
  ['buildings', { kind: 'address', addr_housenumber: '12a' }, 'point', { type: 'number', text: '12a' }],
  ['buildings', { kind: 'building' }, 'area', { type: 'area', area: 'building' }],
  ['boundaries', { kind: 'region', kind_detail: '4' }, 'line', { type: 'line', line: 'region' }],
  ['boundaries', { kind: 'county', kind_detail: '6' }, 'line', null],
] as [string, object, Geometry, Thing | null][])(
  'Protomaps: %s %o is what it is drawn as',
  (layer, at, geometry, thing) => expect(fromProtomaps(layer, at as never, geometry)).toEqual(thing),
)

test.each([
  [
    'transportation',
    { class: 'primary', brunnel: 'tunnel', oneway: 1 },
    'line',
    { ...road, road: 'primary', level: -1, oneWay: 1 },
  ],
  ['transportation', { class: 'trunk', ramp: 1 }, 'line', { ...road, road: 'trunk', isLink: true }],
  ['transportation', { class: 'path', subclass: 'pedestrian' }, 'line', { ...road, road: 'pedestrian' }],
  ['transportation', { class: 'minor_construction' }, 'line', null],
  ['transportation', { class: 'transit', subclass: 'subway' }, 'line', null],
  ['landcover', { class: 'grass', subclass: 'park' }, 'area', { type: 'area', area: 'green' }],
  ['landcover', { class: 'wood', subclass: 'forest' }, 'area', { type: 'area', area: 'wood' }],
  ['boundary', { admin_level: 2, maritime: 1 }, 'line', null],
  ['boundary', { admin_level: 2 }, 'line', { type: 'line', line: 'country' }],
  ['transportation_name', { class: 'minor' }, 'line', null],
  [
    'transportation_name',
    { class: 'minor', 'name:latin': 'Städtle' },
    'line',
    { type: 'roadName', road: 'minor', names: { class: 'minor', 'name:latin': 'Städtle' } },
  ],
  ['housenumber', { housenumber: 49 }, 'point', { type: 'number', text: '49' }],
] as [string, object, Geometry, Thing | null][])(
  'OpenMapTiles: %s %o is what it is drawn as',
  (layer, at, geometry, thing) => expect(fromOpenMapTiles(layer, at as never, geometry)).toEqual(thing),
)

const helsinki = { name: 'Helsinki', 'name:sv': 'Helsingfors', 'name:zh': '赫尔辛基', 'name:en': 'Helsinki' }
const bangkok = { name: 'กรุงเทพมหานคร', 'name:en': 'Bangkok' }

test.each([
  ['cn', helsinki, '赫尔辛基'],
  ['fr', helsinki, 'Helsinki'],
  ['th', bangkok, 'กรุงเทพมหานคร'],
  ['my', bangkok, 'Bangkok'],
  ['es', bangkok, 'Bangkok'],
  ['ru', { name: '東京' }, '東京'],
  ['en', { 'name:latin': 'Äulestrasse' }, 'Äulestrasse'],
  ['en', {}, ''],
] as const)('%s reads %o as %s', (language, names, name) => expect(nameIn(language, names)).toBe(name))
