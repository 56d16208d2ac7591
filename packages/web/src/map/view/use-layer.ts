import type Feature from 'ol/Feature'
import type BaseLayer from 'ol/layer/Base'
import VectorLayer from 'ol/layer/Vector'
import VectorSource from 'ol/source/Vector'
import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'

/** A layer that is on the map for as long as the component is. `create` is called once. */
export function useLayer<L extends BaseLayer>(create: () => L): L {
  const { map } = useMap()
  const [layer] = useState(create)
  useEffect(() => {
    map.addLayer(layer)
    return () => {
      map.removeLayer(layer)
    }
  }, [map, layer])
  return layer
}

/** A layer that shows these features, and others when they change. */
export function useFeatures(features: readonly Feature[], zIndex: number): VectorLayer {
  const layer = useLayer(() => new VectorLayer({ source: new VectorSource(), zIndex }))
  useEffect(() => {
    const source = layer.getSource()!
    source.clear(true)
    source.addFeatures([...features])
  }, [layer, features])
  return layer
}
