/** Colours of the offline map: quiet paper, so that vehicles are what one sees first. */
export const lightPalette = {
  sea: '#cfe2ea',
  land: '#f6f4ee',
  lake: '#c3dde8',
  river: '#b4d3e2',
  coast: '#9dbfcd',
  border: '#ab9cb0',
  state: '#d5cdc2',
  /** Built-up land, as a wash around places. */
  town: '#d9cfbd',
  graticule: 'rgb(60 90 100 / 9%)',
  city: '#37474f',
  townLabel: '#6c7a80',
  country: '#897b90',
  halo: 'rgb(250 249 245 / 85%)',
  dot: '#7d8a90',
}

export type Palette = typeof lightPalette

export const darkPalette: Palette = {
  sea: '#0d1b23',
  land: '#1a2529',
  lake: '#10222b',
  river: '#1c3540',
  coast: '#2f4a55',
  border: '#51475a',
  state: '#2c383c',
  town: '#34413f',
  graticule: 'rgb(190 220 230 / 6%)',
  city: '#b9c6ca',
  townLabel: '#84959b',
  country: '#7d7488',
  halo: 'rgb(18 27 31 / 85%)',
  dot: '#6b7b82',
}
