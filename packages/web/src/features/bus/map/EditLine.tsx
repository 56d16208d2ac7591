import type { Place } from '@trackway/core/geo/area.ts'
import Collection from 'ol/Collection'
import Feature from 'ol/Feature'
import LineString from 'ol/geom/LineString'
import Point from 'ol/geom/Point'
import Modify from 'ol/interaction/Modify'
import Translate from 'ol/interaction/Translate'
import CircleStyle from 'ol/style/Circle'
import Fill from 'ol/style/Fill'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'
import { useEffect, useRef } from 'react'
import { placeOf, showCursor } from '../../../map/drawing/AreaLayer.tsx'
import { lineOnProjection } from '../../../map/projections.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useMapEvents } from '../../../map/view/use-map-events.ts'
import { isTyping } from '../../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../../ui/keys/use-page-event.ts'

/** What a click on the map does; null: it chooses. */
export type LineTool = 'way' | 'stop'

interface EditLineProps {
  shape: readonly Place[]
  stops: readonly Place[]
  tool: LineTool | null
  onClick: (place: Place) => void
  onShape: (shape: Place[]) => void
  onStop: (index: number, place: Place) => void
  /** Takes back the last place of the way. */
  onBack: () => void
  onDone: () => void
}

/** Fingers need not hit exactly. */
const tolerancePx = 12

/**
 * Changes a line on the map: its corners and stops can be dragged, a new corner is pulled out of the way, Alt and a
 * click take one away. While a tool is chosen a click adds; Enter and Esc end that, Backspace takes the last one back.
 */
export function EditLine(props: EditLineProps) {
  const { shape, stops, tool } = props
  const { map, projection } = useMap()
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const before = lineOnProjection(projection, shape)
    const way = new Feature(new LineString(before))
    const handle = new CircleStyle({
      radius: 7,
      fill: new Fill({ color: '#fff' }),
      stroke: new Stroke({ color: '#0b6e78', width: 3 }),
    })
    const modify = new Modify({
      features: new Collection(shape.length > 1 ? [way] : []),
      pixelTolerance: tolerancePx,
      style: new Style({ image: handle }),
    })
    modify.on('modifyend', () => {
      const known = new Map(before.map(([x, y], i) => [`${x} ${y}`, shape[i]!]))
      // A corner that was not touched stays exactly where it was.
      const next = way.getGeometry()!.getCoordinates()
      latest.current.onShape(next.map((at) => known.get(`${at[0]} ${at[1]}`) ?? placeOf(projection, at)))
    })
    const points = stops.map(
      ({ lat, lon }, index) => new Feature({ geometry: new Point(projection.fromWgs84(lon, lat)), index }),
    )
    const translate = new Translate({ features: new Collection(points), hitTolerance: tolerancePx })
    translate.on('translateend', ({ features }) => {
      const moved = features.item(0)
      if (moved)
        latest.current.onStop(
          moved.get('index') as number,
          placeOf(projection, (moved.getGeometry() as Point).getCoordinates()),
        )
    })
    map.addInteraction(modify)
    map.addInteraction(translate)
    return () => {
      map.removeInteraction(modify)
      map.removeInteraction(translate)
    }
  }, [map, projection, shape, stops])

  const onKey = (event: KeyboardEvent) => {
    const { target, key } = event
    if (tool === null || isTyping(target)) return
    if (target instanceof HTMLElement && target.closest('[role="dialog"]')) return
    if (key === 'Escape' || key === 'Enter') props.onDone()
    else if (key === 'Backspace' && tool === 'way') props.onBack()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // Before the map's own keys.
  usePageEvent('keydown', onKey, true)

  useMapEvents({
    click: ({ coordinate }) => {
      if (tool !== null) props.onClick(placeOf(projection, coordinate))
    },
  })
  useEffect(() => {
    showCursor(map, tool === null ? '' : 'crosshair')
    return () => showCursor(map, '')
  }, [map, tool])

  return null
}
