import { Circle, Fill, Stroke, Style, Text } from 'ol/style'
import type { MapLook } from '../base-layers.ts'
import { labelFont } from '../label-font.ts'
import { nameIn } from './names.ts'
import { darkStreets, lightStreets, type StreetPalette } from './palette.ts'
import { areas, type Names, type Road, roads, type Thing } from './street-features.ts'
import { between, casingWidth, placeNames, roadNamesFrom, roadWidth } from './widths.ts'

type Of<Type extends Thing['type']> = Extract<Thing, { type: Type }>

/** From here on the file draws land and names places; above it the built-in world does. */
export const ownLandFromZoom = 10
const arrowsFromZoom = 16
const numbersFromZoom = 17
const mostStyles = 6000

/**
 * How each thing of a street map looks at a zoom. Styles are kept: most frames
 * ask for the same again.
 */
export class StreetStyle {
  #palette: StreetPalette
  #look: MapLook
  readonly #kept = new Map<string, Style>()
  readonly #fonts = new Map<string, string>()

  constructor(look: MapLook) {
    this.#look = look
    this.#palette = look.isDark ? darkStreets : lightStreets
  }

  setLook(look: MapLook): void {
    this.#look = look
    this.#palette = look.isDark ? darkStreets : lightStreets
    this.forget()
  }

  /** Also what fonts there are: those that came later write from now on. */
  forget(): void {
    this.#kept.clear()
    this.#fonts.clear()
  }

  of(thing: Thing, resolution: number): Style | Style[] | undefined {
    // A quarter of a zoom is not seen.
    const zoom = Math.round(Math.log2(156_543.034 / resolution) * 4) / 4
    switch (thing.type) {
      case 'area':
        return this.#area(thing, zoom)
      case 'road':
        return this.#road(thing, zoom)
      case 'roadName':
        return this.#roadName(thing.road, thing.names, zoom)
      case 'line':
        return this.#line(thing, zoom)
      case 'waterName':
        return this.#waterName(thing, zoom)
      case 'place':
        return this.#place(thing, zoom)
      case 'poi':
        return this.#poi(thing, zoom)
      case 'number':
        return zoom < numbersFromZoom
          ? undefined
          : this.#keep(`n${thing.text}`, () => this.#point(thing.text, this.#palette.number, 10, 100))
    }
  }

  #keep(key: string, make: () => Style): Style {
    const kept = this.#kept.get(key)
    if (kept) return kept
    if (this.#kept.size > mostStyles) this.#kept.clear()
    const style = make()
    this.#kept.set(key, style)
    return style
  }

  #font(weight: number, px: number, slant: '' | 'italic ' = ''): string {
    const key = `${slant}${weight} ${px}`
    const font = this.#fonts.get(key) ?? labelFont(weight, px, slant)
    this.#fonts.set(key, font)
    return font
  }

  #area({ area }: Of<'area'>, zoom: number): Style | undefined {
    if (zoom < ownLandFromZoom || (area === 'building' && zoom < 14)) return undefined
    const hasLine = area === 'building' && zoom >= 15
    return this.#keep(`${area}${hasLine}`, () => {
      const color = this.#palette.areas[area]
      const stroke = new Stroke({ color: this.#palette.buildingLine, width: 0.7 })
      const zIndex = area === 'building' ? 20 : areas.indexOf(area)
      return new Style({ fill: new Fill({ color }), zIndex, ...(hasLine && { stroke }) })
    })
  }

  #road(thing: Of<'road'>, zoom: number): Style[] | undefined {
    const { road, isLink, level, oneWay, names } = thing
    const width = roadWidth(road, isLink, zoom)
    if (width === 0) return undefined
    const key = `${road}${isLink}${level}|${zoom}`
    const rank = roads.length - roads.indexOf(road)
    const isDashed = road === 'track' || road === 'path'
    const cap = level === 0 ? 'round' : 'butt'
    const fill = this.#keep(`f${key}`, () => {
      const color = level < 0 ? this.#palette.tunnel : this.#palette.fill[road]
      const lineDash = road === 'track' ? [5 * width, 2.5 * width] : [2.2 * width, 2 * width]
      const stroke = { color, width, lineCap: cap, lineJoin: 'round' } as const
      return new Style({
        stroke: new Stroke({ ...stroke, ...(isDashed && { lineDash, lineCap: 'butt' }) }),
        zIndex: level < 0 ? 23 + rank : level > 0 ? 80 + rank : 50 + rank,
      })
    })
    const styles = [fill]
    const casing = isDashed ? 0 : casingWidth(width)
    if (casing > 0)
      styles.push(
        this.#keep(`c${key}`, () => {
          const stroke = {
            color: this.#palette.casing[road],
            width: width + 2 * casing,
            lineCap: cap,
            lineJoin: 'round',
          } as const
          return new Style({
            stroke: new Stroke({ ...stroke, ...(level < 0 && { lineDash: [4, 3] }) }),
            zIndex: level < 0 ? 22 : level > 0 ? 70 : 40,
          })
        }),
      )
    const name = names && this.#roadName(road, names, zoom)
    if (name) styles.push(name)
    if (oneWay !== 0 && zoom >= arrowsFromZoom && level >= 0 && !isDashed) styles.push(this.#arrow(oneWay))
    return styles
  }

  #arrow(oneWay: number): Style {
    return this.#keep(`arrow${oneWay}`, () => {
      const text = new Text({
        text: oneWay > 0 ? '→' : '←',
        font: this.#font(600, 12),
        placement: 'line',
        keepUpright: false,
        repeat: 220,
        fill: new Fill({ color: this.#palette.arrow }),
      })
      // Names of streets take the room first.
      return new Style({ text, zIndex: 5 })
    })
  }

  #roadName(road: Road, names: Names, zoom: number): Style | undefined {
    if (zoom < roadNamesFrom[road]) return undefined
    const name = nameIn(this.#look.language, names)
    if (!name) return undefined
    return this.#keep(`r${road}|${zoom}|${name}`, () => {
      const isMinor = roads.indexOf(road) >= roads.indexOf('minor')
      const px = Math.round(Math.min(14, Math.max(10.5, roadWidth(road, false, zoom) + 2.5)) * 2) / 2
      const text = new Text({
        text: name,
        font: this.#font(500, px),
        placement: 'line',
        maxAngle: Math.PI / 6,
        repeat: 420,
        overflow: false,
        fill: new Fill({ color: isMinor ? this.#palette.minorText : this.#palette.text }),
        stroke: new Stroke({ color: this.#palette.halo, width: 2.8 }),
      })
      return new Style({ text, zIndex: 300 - roads.indexOf(road) })
    })
  }

  #line({ line }: Of<'line'>, zoom: number): Style | Style[] | undefined {
    const of = (
      from: number,
      stroke: () => ConstructorParameters<typeof Stroke>[0],
      zIndex: number,
      tag = '',
    ) =>
      zoom < from
        ? undefined
        : this.#keep(`${line}${tag}${zoom}`, () => new Style({ stroke: new Stroke(stroke()), zIndex }))
    const { stream, rail, railDash, ferry, country, region, areas: fills } = this.#palette
    switch (line) {
      case 'stream':
        return of(12, () => ({ color: stream, width: between([12, 17], [0.7, 3], zoom) }), 11)
      case 'river':
        return of(8, () => ({ color: stream, width: between([8, 12, 16], [0.7, 1.6, 5], zoom) }), 11)
      case 'ferry':
        return of(11, () => ({ color: ferry, width: 1, lineDash: [6, 4] }), 12)
      case 'runway':
        return of(11, () => ({ color: fills.apron, width: between([11, 17], [1.5, 40], zoom) }), 15)
      case 'tram':
        return of(14, () => ({ color: rail, width: between([14, 17], [0.6, 1.2], zoom) }), 69)
      case 'rail': {
        const width = between([10, 14, 17], [0.6, 1.2, 2.4], zoom)
        const solid = of(10, () => ({ color: rail, width }), 36)
        const dash = of(
          13.5,
          () => ({ color: railDash, width: width * 0.55, lineDash: [6, 6], lineCap: 'butt' }),
          37,
          'dash',
        )
        return solid && dash ? [solid, dash] : solid
      }
      case 'country':
        return of(
          ownLandFromZoom,
          () => ({ color: country, width: between([2, 14], [0.8, 1.5], zoom), lineDash: [10, 3, 2, 3] }),
          93,
        )
      case 'region':
        return of(
          ownLandFromZoom,
          () => ({ color: region, width: between([4, 14], [0.5, 1], zoom), lineDash: [4, 3] }),
          93,
        )
    }
  }

  #waterName({ isSea, names }: Of<'waterName'>, zoom: number): Style | undefined {
    if (zoom < (isSea ? ownLandFromZoom : 12)) return undefined
    const name = nameIn(this.#look.language, names)
    if (!name) return undefined
    return this.#keep(`w${name}`, () => {
      const style = this.#point(name, this.#palette.waterText, 12, 250)
      style.getText()!.setFont(this.#font(400, 12, 'italic '))
      return style
    })
  }

  #place({ place, rank, isCapital, names }: Of<'place'>, zoom: number): Style | undefined {
    const { from, to, px, weight } = placeNames[place]
    if (zoom < Math.max(from, ownLandFromZoom) || zoom > to) return undefined
    const name = nameIn(this.#look.language, names)
    if (!name) return undefined
    const size = Math.round((px[0] + ((px[1] - px[0]) * (zoom - from)) / (to - from)) * 2) / 2
    return this.#keep(`p${place}${isCapital}${size}${rank}${name}`, () => {
      const isTown = place === 'city' || place === 'town'
      const colour = isTown ? this.#palette.city : this.#palette.text
      const style = this.#point(name, colour, size, 520 - Object.keys(placeNames).indexOf(place) * 30 - rank)
      style.getText()!.setFont(this.#font(isCapital ? 700 : weight, size))
      return style
    })
  }

  #poi({ isImportant, names }: Of<'poi'>, zoom: number): Style | undefined {
    if (zoom < (isImportant ? 17 : 18)) return undefined
    const name = nameIn(this.#look.language, names)
    if (!name) return undefined
    return this.#keep(`i${isImportant}${name}`, () => {
      const style = this.#point(name, this.#palette.poi, 10.5, isImportant ? 220 : 210)
      style.getText()!.setOffsetY(11)
      const stroke = new Stroke({ color: this.#palette.halo, width: 1 })
      style.setImage(new Circle({ radius: 2.6, fill: new Fill({ color: this.#palette.poi }), stroke }))
      return style
    })
  }

  #point(text: string, color: string, px: number, zIndex: number): Style {
    return new Style({
      text: new Text({
        text,
        font: this.#font(500, px),
        fill: new Fill({ color }),
        stroke: new Stroke({ color: this.#palette.halo, width: 2.6 }),
        padding: [2, 4, 2, 4],
      }),
      zIndex,
    })
  }
}
