import type { Language } from '@trackway/core/codes/languages.ts'
import type BaseLayer from 'ol/layer/Base'

/** How a base map looks to this user. */
export interface MapLook {
  isDark: boolean
  language: Language
  /** The name of a country by its alpha-2 code, in the user's language. */
  countryName(code: string): string
}

/** The layers of one base map. */
export interface BaseLayers {
  layers: BaseLayer[]
  /** Zoom levels of the view as metres of the projection per pixel, if they are not those of Web Mercator. */
  resolutions?: number[]
  /** Redraws with another theme or language. */
  setLook(look: MapLook): void
  dispose(): void
}
