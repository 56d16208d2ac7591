import type { Area, Road } from './street-features.ts'

type Roads = Record<Road, string>

const lightAreas: Record<Area, string> = {
  land: '#f4f2ed',
  built: '#efece6',
  farm: '#eef0dc',
  industry: '#e9e7ea',
  civic: '#ebe6ef',
  hospital: '#f6e3e1',
  sand: '#f3e8c6',
  ice: '#eef6f9',
  green: '#cfe7c3',
  wood: '#c3dfb8',
  cemetery: '#d5e2cb',
  pitch: '#bfe0b4',
  plaza: '#f7f5f1',
  water: '#a8d3ea',
  apron: '#dcdbe2',
  building: '#e8e4dc',
}

/** One colour for the roads of equal rank, so that crossings join. */
function roadsOf(
  fills: readonly [
    motorway: string,
    trunk: string,
    primary: string,
    secondary: string,
    street: string,
    small: string,
    path: string,
  ],
): Roads {
  const [motorway, trunk, primary, secondary, street, small, path] = fills
  return {
    motorway,
    trunk,
    primary,
    secondary,
    tertiary: street,
    minor: street,
    pedestrian: small,
    service: small,
    track: path,
    path,
  }
}

export const lightStreets = {
  areas: lightAreas,
  fill: roadsOf(['#f7b763', '#fbcf7d', '#fde3a0', '#fff3c9', '#ffffff', '#ffffff', '#cbbca3']),
  casing: roadsOf(['#d98f35', '#dfa648', '#deb75a', '#d9c487', '#cfcac1', '#dcd8d0', '#cbbca3']),
  tunnel: '#ebe8e2',
  stream: '#9cc9e3',
  buildingLine: '#d6d0c5',
  rail: '#c3bfc8',
  railDash: '#f4f2ed',
  ferry: '#7fb0cf',
  country: '#a998b5',
  region: '#bdb0c4',
  arrow: '#8d97a5',
  text: '#3b424c',
  minorText: '#666a70',
  city: '#22272e',
  waterText: '#235577',
  poi: '#6a5f7c',
  number: '#635d55',
  halo: '#ffffff',
}

export type StreetPalette = typeof lightStreets

export const darkStreets: StreetPalette = {
  areas: {
    land: '#1f2731',
    built: '#232c37',
    farm: '#232e31',
    industry: '#272d38',
    civic: '#2a2d3d',
    hospital: '#392d36',
    sand: '#35342d',
    ice: '#2c3946',
    green: '#21362d',
    wood: '#1e322a',
    cemetery: '#24352f',
    pitch: '#264034',
    plaza: '#2a333e',
    water: '#122a40',
    apron: '#38424f',
    building: '#2b3541',
  },
  fill: roadsOf(['#a9803f', '#937345', '#7a6a4c', '#5b5f5e', '#46525f', '#3a4550', '#5a6068']),
  casing: roadsOf(['#17202a', '#17202a', '#17202a', '#17202a', '#19212b', '#1b232d', '#5a6068']),
  tunnel: '#2d3742',
  stream: '#1d4266',
  buildingLine: '#36414f',
  rail: '#59636f',
  railDash: '#1f2731',
  ferry: '#33608a',
  country: '#7d6b91',
  region: '#584f68',
  arrow: '#8a97a6',
  text: '#c3ccd7',
  minorText: '#98a3b0',
  city: '#eef2f7',
  waterText: '#6ea3cc',
  poi: '#a79fc0',
  number: '#98a2af',
  halo: '#18202a',
}
