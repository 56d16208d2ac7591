import { darkStreets, lightStreets } from '../streets/palette.ts'

/** Colours of the offline map: quiet paper, so that vehicles are what one sees first. Land and water are those of streets. */
export const lightPalette = {
  sea: lightStreets.areas.water,
  land: lightStreets.areas.land,
  lake: lightStreets.areas.water,
  river: lightStreets.stream,
  coast: '#86b5d0',
  border: '#ab9cb0',
  state: '#cfc6ba',
  graticule: 'rgb(60 90 100 / 9%)',
  city: '#37474f',
  townLabel: '#6c7a80',
  country: '#897b90',
  halo: 'rgb(250 249 245 / 85%)',
  dot: '#7d8a90',
}

export type Palette = typeof lightPalette

export const darkPalette: Palette = {
  sea: darkStreets.areas.water,
  land: darkStreets.areas.land,
  lake: darkStreets.areas.water,
  river: darkStreets.stream,
  coast: '#2c5273',
  border: '#51475a',
  state: '#37434f',
  graticule: 'rgb(190 220 230 / 6%)',
  city: '#b9c6ca',
  townLabel: '#84959b',
  country: '#7d7488',
  halo: 'rgb(18 27 31 / 85%)',
  dot: '#6b7b82',
}
