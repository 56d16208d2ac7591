import type Style from 'ol/style/Style'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { darkStreets, lightStreets } from './palette.ts'
import type { Thing } from './street-features.ts'
import { StreetStyle } from './street-style.ts'

beforeEach(() => {
  vi.stubGlobal('document', { body: {} })
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Inter' }))
})
afterEach(() => vi.unstubAllGlobals())

const look = { isDark: false, language: 'en' } as never
const style = () => new StreetStyle(look)
/** What is drawn of a thing at a zoom. */
const draw = (thing: Thing, zoom: number, of = style()) =>
  [of.of(thing, 156_543.034 / 2 ** zoom) ?? []].flat()
const aRoad = (road: string, more: object = {}) =>
  ({ type: 'road', road, isLink: false, level: 0, oneWay: 0, ...more }) as Thing
const aPlace = (place: string, more: object = {}) =>
  ({
    type: 'place',
    place,
    rank: 5,
    isCapital: false,
    names: { name: 'Vaduz', 'name:zh': '瓦杜兹' },
    ...more,
  }) as Thing
const widthOf = (drawn: Style[]) => Math.max(...drawn.map((each) => each.getStroke()?.getWidth() ?? 0))
const topOf = (drawn: Style[]) => Math.max(...drawn.map((each) => each.getZIndex() ?? 0))
const textOf = (drawn: Style[]) => drawn.map((each) => each.getText()?.getText()).find((text) => text)

test('above the zoom at which the file begins, the built-in world draws land, borders and names', () => {
  for (const thing of [
    { type: 'area', area: 'wood' },
    { type: 'line', line: 'country' },
    aPlace('city'),
    { type: 'waterName', isSea: true, names: { name: 'Baltic' } },
  ] as Thing[]) {
    expect(draw(thing, 9.5)).toEqual([])
    expect(draw(thing, 10).length).toBeGreaterThan(0)
  }
})

test('small roads come later than large ones, and all grow as one comes closer', () => {
  expect(draw(aRoad('motorway'), 8)).not.toEqual([])
  expect(draw(aRoad('minor'), 11)).toEqual([])
  expect(draw(aRoad('path'), 14)).toEqual([])
  for (const zoom of [13, 15, 17]) {
    expect(widthOf(draw(aRoad('motorway'), zoom))).toBeGreaterThan(widthOf(draw(aRoad('tertiary'), zoom)))
    expect(widthOf(draw(aRoad('minor'), zoom + 1))).toBeGreaterThan(widthOf(draw(aRoad('minor'), zoom)))
    expect(widthOf(draw(aRoad('primary', { isLink: true }), zoom))).toBeLessThan(
      widthOf(draw(aRoad('primary'), zoom)),
    )
  }
})

test('a bridge lies over the roads, a tunnel beneath them, dashed at its sides', () => {
  const [tunnel, road, bridge] = [-1, 0, 1].map((level) => draw(aRoad('minor', { level }), 16))
  expect(topOf(tunnel!)).toBeLessThan(topOf(road!))
  expect(Math.min(...bridge!.map((each) => each.getZIndex()!))).toBeGreaterThan(topOf(road!))
  expect(tunnel!.some((each) => each.getStroke()?.getLineDash())).toBe(true)
  expect(road!.some((each) => each.getStroke()?.getLineDash())).toBe(false)
  expect(topOf(draw(aRoad('motorway'), 16))).toBeGreaterThan(topOf(road!))
})

test('close by an arrow says which way a road is driven, not in tunnels and not on tracks', () => {
  expect(textOf(draw(aRoad('minor', { oneWay: 1 }), 16))).toBe('→')
  expect(textOf(draw(aRoad('minor', { oneWay: -1 }), 16))).toBe('←')
  expect(textOf(draw(aRoad('minor', { oneWay: 1 }), 15.5))).toBeUndefined()
  expect(textOf(draw(aRoad('minor', { oneWay: 1, level: -1 }), 16))).toBeUndefined()
  expect(textOf(draw(aRoad('track', { oneWay: 1 }), 17))).toBeUndefined()
})

test('names of roads come with their size, in the language of the reader', () => {
  const names = { name: 'Aeulestrasse', 'name:zh': '奥勒街' }
  expect(textOf(draw({ type: 'roadName', road: 'minor', names } as Thing, 14.25))).toBeUndefined()
  expect(textOf(draw({ type: 'roadName', road: 'minor', names } as Thing, 15))).toBe('Aeulestrasse')
  expect(textOf(draw(aRoad('motorway', { names }), 11))).toBe('Aeulestrasse')
  const chinese = new StreetStyle({ isDark: false, language: 'cn' } as never)
  expect(textOf(draw({ type: 'roadName', road: 'minor', names } as Thing, 15, chinese))).toBe('奥勒街')
  expect(draw({ type: 'roadName', road: 'minor', names: {} } as Thing, 15)).toEqual([])
})

test('places come and go with the zoom; a capital is bold, and cities have the room first', () => {
  expect(draw(aPlace('hamlet'), 13)).toEqual([])
  expect(draw(aPlace('city'), 15)).toEqual([])
  const [city] = draw(aPlace('city'), 12)
  const [capital] = draw(aPlace('city', { isCapital: true }), 12)
  expect(city!.getText()!.getFont()).toMatch(/^600 .*Inter$/)
  expect(capital!.getText()!.getFont()).toMatch(/^700 /)
  expect(city!.getZIndex()).toBeGreaterThan(draw(aPlace('village'), 12)[0]!.getZIndex()!)
  expect(draw(aPlace('city', { rank: 1 }), 12)[0]!.getZIndex()).toBeGreaterThan(city!.getZIndex()!)
})

test('what is looked for first is drawn a zoom earlier, and numbers of houses close by', () => {
  const poi = (isImportant: boolean) => ({ type: 'poi', isImportant, names: { name: 'Shell' } }) as Thing
  expect([textOf(draw(poi(true), 17)), textOf(draw(poi(false), 17))]).toEqual(['Shell', undefined])
  expect(textOf(draw(poi(false), 18))).toBe('Shell')
  const number: Thing = { type: 'number', text: '12a' }
  expect([draw(number, 16.5), textOf(draw(number, 17))]).toEqual([[], '12a'])
})

test('a railway is dashed close by, and buildings have an edge', () => {
  expect(draw({ type: 'line', line: 'rail' }, 12)).toHaveLength(1)
  expect(draw({ type: 'line', line: 'rail' }, 14)).toHaveLength(2)
  const building: Thing = { type: 'area', area: 'building' }
  expect(draw(building, 13.5)).toEqual([])
  expect(draw(building, 14)[0]!.getStroke()).toBeNull()
  expect(draw(building, 15)[0]!.getStroke()).not.toBeNull()
})

test('styles are kept from frame to frame, and drawn anew for a dark page', () => {
  const styles = style()
  const wood: Thing = { type: 'area', area: 'wood' }
  const fill = (drawn: Style[]) => drawn[0]!.getFill()!.getColor()
  const [light] = draw(wood, 14, styles)
  expect(draw(wood, 14.05, styles)[0]).toBe(light)
  expect(fill([light!])).toBe(lightStreets.areas.wood)
  styles.setLook({ isDark: true, language: 'en' } as never)
  expect(fill(draw(wood, 14, styles))).toBe(darkStreets.areas.wood)
})
