import { useCallback } from 'react'
import { useMap } from '../../../map/view/map-context.ts'
import { useSettledView } from '../../../map/view/use-settled-view.ts'

/** A place on the map, in pixels of the zoom shown. */
export type ToPx = (place: { lat: number; lon: number }) => [x: number, y: number]

/** Where places lie to one another, as of when the map last came to rest. */
export function useToPx(): ToPx {
  const { projection } = useMap()
  const resolution = useSettledView((map) => map.getView().getResolution() ?? 1)
  return useCallback(
    ({ lat, lon }) => {
      const [x, y] = projection.fromWgs84(lon, lat)
      return [x / resolution, y / resolution]
    },
    [projection, resolution],
  )
}
