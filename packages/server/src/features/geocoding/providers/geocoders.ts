import { amap } from './amap.ts'
import { baidu } from './baidu.ts'
import type { Geocoder } from './geocoder.ts'
import { google } from './google.ts'
import { nominatim } from './nominatim.ts'

/** The online services for addresses; `GEOCODERS` sets which are used, and in what order. */
export const geocoders: readonly Geocoder[] = [nominatim, google, baidu, amap]
