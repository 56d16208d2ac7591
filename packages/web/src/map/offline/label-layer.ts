import { toWebMercator } from '@trackway/core/geo/mercator.ts'
import { containsCoordinate, type Extent } from 'ol/extent'
import Feature from 'ol/Feature'
import Point from 'ol/geom/Point'
import VectorLayer from 'ol/layer/Vector'
import VectorSource from 'ol/source/Vector'
import { Circle, Fill, Stroke, Style, Text } from 'ol/style'
import type { MapLook } from '../base-layers.ts'
import { labelFont } from '../label-font.ts'
import type { Palette } from './palette.ts'
import type { Place } from './places.ts'

interface CountryLabel {
  code: string
  lon: number
  lat: number
  minZoom: number
}

/** From here on streets that are installed name their places themselves. */
const streetNamesFromZoom = 10

/** Names of places and countries, in the user's language where it is known. */
export class LabelLayer extends VectorLayer {
  readonly #cities = new VectorSource()
  /** Each place's last style with the size it was made for: most frames ask for the same again. */
  #placeStyles = new WeakMap<Place, { key: number; style: Style }>()
  #look: MapLook
  #palette: Palette
  /** Where streets are installed, in metres of Web Mercator. */
  #streets: readonly Extent[] = []

  constructor(look: MapLook, palette: Palette) {
    super({ declutter: 'names', zIndex: 20 })
    this.#look = look
    this.#palette = palette
    this.setSource(this.#cities)
    this.setStyle((feature, resolution) => this.#styleOf(feature as Feature, resolution))
  }

  setLook(look: MapLook, palette: Palette): void {
    this.#look = look
    this.#palette = palette
    this.#placeStyles = new WeakMap()
    this.changed()
  }

  /** Places are called otherwise: in another language, or in one that has come. */
  forget(): void {
    this.#placeStyles = new WeakMap()
    this.changed()
  }

  setStreets(extents: readonly Extent[]): void {
    this.#streets = extents
    this.changed()
  }

  addPlaces(places: Place[]): void {
    this.#cities.addFeatures(
      places.map((place) => {
        const feature = new Feature(new Point([place.x, place.y]))
        feature.set('place', place, true)
        return feature
      }),
    )
  }

  async addCountries(baseUrl: string): Promise<void> {
    const response = await fetch(`${baseUrl}countries.json`)
    if (!response.ok) return
    const countries: CountryLabel[] = await response.json()
    this.#cities.addFeatures(
      countries.map((country) => {
        const feature = new Feature(new Point(toWebMercator(country.lon, country.lat)))
        feature.set('country', country, true)
        return feature
      }),
    )
  }

  #styleOf(feature: Feature, resolution: number): Style | undefined {
    const zoom = Math.log2(156_543.034 / resolution)
    const country: CountryLabel | undefined = feature.get('country')
    if (country) return this.#countryStyle(country, zoom)
    const place: Place = feature.get('place')
    if (zoom < place.minZoom) return undefined
    if (
      zoom >= streetNamesFromZoom &&
      this.#streets.some((extent) => containsCoordinate(extent, [place.x, place.y]))
    )
      return undefined
    return this.#placeStyle(place, zoom)
  }

  #placeStyle(place: Place, zoom: number): Style {
    // The longer a place has been shown while zooming in, the larger its name.
    const grown = Math.min(4, Math.max(0, zoom - place.minZoom))
    const sizePx = Math.round(10.5 + Math.min(3, (11 - Math.min(11, place.minZoom)) * 0.4) + grown * 0.7)
    const isCity = place.minZoom <= 7
    const hasDot = zoom < 9.5 && isCity
    const key = sizePx * 2 + (hasDot ? 1 : 0)
    const known = this.#placeStyles.get(place)
    if (known?.key === key) return known.style
    const style = new Style({
      zIndex: place.rank,
      text: new Text({
        text: place.local ?? place.name,
        font: labelFont(isCity ? 600 : 500, sizePx),
        fill: new Fill({ color: isCity ? this.#palette.city : this.#palette.townLabel }),
        stroke: new Stroke({ color: this.#palette.halo, width: 3 }),
        offsetY: hasDot ? -10 : 0,
        padding: [1, 2, 1, 2],
      }),
      ...(hasDot && {
        image: new Circle({
          radius: place.minZoom <= 5 ? 2.6 : 2,
          fill: new Fill({ color: this.#palette.halo }),
          stroke: new Stroke({ color: this.#palette.dot, width: 1.3 }),
        }),
      }),
    })
    this.#placeStyles.set(place, { key, style })
    return style
  }

  #countryStyle(country: CountryLabel, zoom: number): Style | undefined {
    if (zoom < country.minZoom || zoom > country.minZoom + 4.5 || zoom > 7.5) return undefined
    const name = this.#look.countryName(country.code)
    // Only Latin and Cyrillic letters have capitals, and only they may be spaced.
    const hasCapitals = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}]+$/u.test(name)
    return new Style({
      zIndex: 120 - country.minZoom,
      text: new Text({
        text: hasCapitals ? [...name.toUpperCase()].join('\u200a') : name,
        font: labelFont(600, Math.round(10 + Math.max(0, zoom - country.minZoom) * 0.8)),
        fill: new Fill({ color: this.#palette.country }),
        stroke: new Stroke({ color: this.#palette.halo, width: 3 }),
        padding: [3, 8, 3, 8],
      }),
    })
  }
}
