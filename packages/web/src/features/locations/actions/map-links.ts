import type { Language } from '@trackway/core/codes/languages.ts'
import { gcj02 } from '@trackway/core/geo/datum.ts'

interface Place {
  lat: number
  lon: number
  name: string
}

/** Opens the way to a place in the maps people of that language use. */
export function navigateUrl({ lat, lon, name }: Place, language: Language): string {
  if (language !== 'cn') {
    return `https://www.google.com/maps/dir/?api=1&destination=${lat.toFixed(6)},${lon.toFixed(6)}`
  }
  const [gcjLon, gcjLat] = gcj02.fromWgs84(lon, lat)
  const to = `${gcjLon.toFixed(6)},${gcjLat.toFixed(6)},${encodeURIComponent(name)}`
  return `https://uri.amap.com/navigation?to=${to}&mode=car&coordinate=gaode`
}

/** Pictures of the street; there are none of mainland China. */
export function streetViewUrl({ lat, lon }: Place): string {
  return `https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=${lat.toFixed(6)},${lon.toFixed(6)}`
}
