import type MapBrowserEvent from 'ol/MapBrowserEvent'
import Overlay from 'ol/Overlay'
import { useEffect } from 'react'
import { useLanguage } from '../../base/language.ts'
import { streetLayerOf } from '../streets/street-group.ts'
import { useMap } from './map-context.ts'
import styles from './RoadName.module.css'

/** A road under the pointer tells its name when the pointer has rested on it for so long, or when it is clicked. */
const restMs = 450
const reachPx = 7

/** The name of the road that is pointed at, also where there is no room for it on the map. */
export function RoadName() {
  const { map } = useMap()
  const language = useLanguage((state) => state.language)

  useEffect(() => {
    const element = document.createElement('div')
    element.className = styles.name!
    element.setAttribute('role', 'status')
    const overlay = new Overlay({ element, positioning: 'bottom-center', offset: [0, -12], stopEvent: false })
    map.addOverlay(overlay)
    let timer = 0
    const hide = () => {
      clearTimeout(timer)
      overlay.setPosition(undefined)
      element.textContent = ''
    }
    const show = (pixel: number[]) => {
      // Whatever stands here, a vehicle or a corner that can be dragged, says so by its own cursor.
      if (map.getViewport()?.style.cursor) return
      const layer = streetLayerOf(map)
      const at = map.getCoordinateFromPixel(pixel)
      const pixelM = map.getView().getResolution()
      if (!layer || !at || pixelM === undefined) return
      const name = layer.roadNameAt(at as [number, number], { reachM: reachPx * pixelM, pixelM, language })
      if (!name) return
      element.textContent = name
      overlay.setPosition(at)
    }
    const onMove = (event: MapBrowserEvent) => {
      hide()
      if (!event.dragging && (event.originalEvent as PointerEvent).pointerType === 'mouse')
        timer = window.setTimeout(() => show(event.pixel), restMs)
    }
    const onClick = (event: MapBrowserEvent) => {
      hide()
      show(event.pixel)
    }
    const viewport = map.getViewport()
    map.on('pointermove', onMove)
    map.on('click', onClick)
    map.on('movestart', hide)
    viewport?.addEventListener('pointerleave', hide)
    return () => {
      hide()
      map.un('pointermove', onMove)
      map.un('click', onClick)
      map.un('movestart', hide)
      viewport?.removeEventListener('pointerleave', hide)
      map.removeOverlay(overlay)
    }
  }, [map, language])
  return null
}
