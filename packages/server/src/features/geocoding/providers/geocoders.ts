import { amap } from './amap.ts'
import { baidu } from './baidu.ts'
import type { Geocoder } from './geocoder.ts'
import { google } from './google.ts'
import { nominatim } from './nominatim.ts'

/** The online services that may be asked for addresses; `GEOCODERS` says which are, in what order. */
export const geocoders: readonly Geocoder[] = [nominatim, google, baidu, amap]
