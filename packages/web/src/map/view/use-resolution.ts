import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'

/** Units of the projection to a pixel, as of when the map last came to rest. */
export function useResolution(): number {
  const { map } = useMap()
  const [resolution, setResolution] = useState(() => map.getView().getResolution() ?? 1)
  useEffect(() => {
    const read = () => setResolution(map.getView().getResolution() ?? 1)
    read()
    map.on('moveend', read)
    return () => map.un('moveend', read)
  }, [map])
  return resolution
}
