import type OlMap from 'ol/Map'
import { useCallback, useSyncExternalStore } from 'react'
import { useMap } from './map-context.ts'

/** What is read of the map, as of when it last came to rest. */
export function useSettledView<Value extends number | boolean>(read: (map: OlMap) => Value): Value {
  const { map } = useMap()
  const subscribe = useCallback(
    (onRest: () => void) => {
      map.on('moveend', onRest)
      return () => map.un('moveend', onRest)
    },
    [map],
  )
  return useSyncExternalStore(subscribe, () => read(map))
}
