import { useEffect, useRef } from 'react'
import { useLanguage } from '../../base/language.ts'
import { streetLayerOf } from '../streets/street-group.ts'
import { useMap } from './map-context.ts'
import { useMapEvents } from './use-map-events.ts'
import { useTip } from './use-tip.ts'

/** The name of a road is shown when the pointer has rested on it for so long, or at a click. */
const restMs = 450
const reachPx = 7

/** The name of the road that is pointed at, also where there is no room for it on the map. */
export function RoadName() {
  const { map } = useMap()
  const language = useLanguage((state) => state.language)
  const showTip = useTip('tw-plate tw-map-label', {
    role: 'status',
    positioning: 'bottom-center',
    offset: [0, -12],
  })
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const hide = () => {
    clearTimeout(timer.current)
    showTip('')
  }
  const show = (pixel: number[]) => {
    // Anything else under the pointer, a vehicle or a corner that can be dragged, has set its own cursor.
    if (map.getViewport()?.style.cursor) return
    const layer = streetLayerOf(map)
    const at = map.getCoordinateFromPixel(pixel)
    const pixelM = map.getView().getResolution()
    if (!layer || !at || pixelM === undefined) return
    const name = layer.roadNameAt(at as [number, number], { reachM: reachPx * pixelM, pixelM, language })
    if (name) showTip(name, at)
  }
  useMapEvents({
    pointermove: ({ dragging, originalEvent, pixel }) => {
      hide()
      if (!dragging && (originalEvent as PointerEvent).pointerType === 'mouse')
        timer.current = window.setTimeout(() => show(pixel), restMs)
    },
    click: ({ pixel }) => {
      hide()
      show(pixel)
    },
    movestart: hide,
    pointerleave: hide,
  })
  return null
}
