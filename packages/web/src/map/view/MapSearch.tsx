import { SearchOutlined } from '@ant-design/icons'
import Feature from 'ol/Feature'
import Point from 'ol/geom/Point'
import { Circle, Fill, Stroke, Style } from 'ol/style'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import mapButtonsStyles from '../base/map-buttons.module.css'
import { MapButton } from './MapButton.tsx'
import { useMap } from './map-context.ts'
import { useFeatures } from './use-layer.ts'

const MapSearchField = lazy(async () => ({ default: (await import('./MapSearchField.tsx')).MapSearchField }))

/** A field on the map that finds streets, addresses, places, vehicles and accounts. */
export function MapSearch() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [pin, setPin] = useState<{ lon: number; lat: number } | null>(null)
  return (
    <div className="tw-relative">
      <div className={`${mapButtonsStyles.buttons} tw-column tw-box tw-clip`} data-map-buttons>
        <MapButton label={t('map.search.open')} isPressed={isOpen} onClick={() => setOpen(!isOpen)}>
          <SearchOutlined />
        </MapButton>
      </div>
      {isOpen && (
        <Suspense>
          <MapSearchField
            onPin={setPin}
            onClose={() => {
              setOpen(false)
              setPin(null)
            }}
          />
        </Suspense>
      )}
      <Pin place={pin} />
    </div>
  )
}

/** Where the place lies that was found. */
function Pin({ place }: { place: { lon: number; lat: number } | null }) {
  const { projection } = useMap()
  const features = useMemo(() => {
    if (!place) return []
    const feature = new Feature(new Point(projection.fromWgs84(place.lon, place.lat)))
    feature.setStyle(
      new Style({
        image: new Circle({
          radius: 7,
          fill: new Fill({ color: '#c9302c' }),
          stroke: new Stroke({ color: '#ffffff', width: 2.5 }),
        }),
      }),
    )
    return [feature]
  }, [place, projection])
  useFeatures(features, 60)
  return null
}
