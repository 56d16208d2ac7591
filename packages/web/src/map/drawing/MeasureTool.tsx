import { CloseOutlined } from '@ant-design/icons'
import Feature from 'ol/Feature'
import type LineString from 'ol/geom/LineString'
import Polygon from 'ol/geom/Polygon'
import Draw from 'ol/interaction/Draw'
import VectorLayer from 'ol/layer/Vector'
import VectorSource from 'ol/source/Vector'
import { useEffect, useState } from 'react'
import { useIsDark } from '../../base/theme/theme.ts'
import { useTexts } from '../../base/use-texts.ts'
import { isTyping } from '../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../ui/keys/use-page-event.ts'
import noticeStyles from '../view/MapNotices.module.css'
import { useMap } from '../view/map-context.ts'
import { placeOf, showCursor } from './AreaLayer.tsx'
import { areaStyle } from './area-style.ts'
import { areaText, lengthM, surfaceM2 } from './measure.ts'

type Places = ReturnType<typeof placeOf>[]

/** Measures by clicks how long a way is, and what it surrounds. A double click ends it, the next click begins anew. */
export function MeasureTool({ onClose }: { onClose: () => void }) {
  const { t, format } = useTexts()
  const { map, projection } = useMap()
  const isDark = useIsDark()
  const [places, setPlaces] = useState<Places>([])

  useEffect(() => {
    const style = areaStyle({ isDark, isFaulty: false })
    const source = new VectorSource()
    const layer = new VectorLayer({ source, style, zIndex: 110 })
    const draw = new Draw({ type: 'LineString', style, stopClick: true })
    const placesOf = (line: LineString) => line.getCoordinates().map((at) => placeOf(projection, at))
    draw.on('drawstart', ({ feature }) => {
      source.clear()
      const line = feature.getGeometry() as LineString
      line.on('change', () => setPlaces(placesOf(line)))
    })
    draw.on('drawend', ({ feature }) => {
      const line = feature.getGeometry() as LineString
      setPlaces(placesOf(line))
      source.addFeature(new Feature(line))
      if (line.getCoordinates().length > 2)
        source.addFeature(new Feature(new Polygon([line.getCoordinates()])))
    })
    map.addLayer(layer)
    map.addInteraction(draw)
    showCursor(map, 'crosshair')
    return () => {
      map.removeInteraction(draw)
      map.removeLayer(layer)
      showCursor(map, '')
    }
  }, [map, projection, isDark])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isTyping(event.target)) return
    event.stopPropagation()
    event.preventDefault()
    onClose()
  }
  // Before the screen receives the key, which would close what it shows.
  usePageEvent('keydown', onKeyDown, true)

  return (
    <div className={`${noticeStyles.notice} tw-plate`} role="status">
      {places.length < 2 ? (
        t('map.measureHint')
      ) : (
        <b className="tw-number">
          {format.distance(lengthM(places))}
          {places.length > 2 && ` · ${areaText(surfaceM2(places), format)}`}
        </b>
      )}
      <button type="button" aria-label={t('map.measureEnd')} onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
  )
}
