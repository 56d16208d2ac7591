import { Spin, Tooltip } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import pinStyles from '../../../map/overlays/pin.module.css'
import { boxAround, fitBox } from '../../../map/view/camera.ts'
import { MapControls } from '../../../map/view/MapControls.tsx'
import noticeStyles from '../../../map/view/MapNotices.module.css'
import { MapView } from '../../../map/view/MapView.tsx'
import { useMap } from '../../../map/view/map-context.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import type { PlacedEpisode } from './use-places.ts'

interface PlacesPanelProps {
  title: string
  note: string
  /** Undefined while they are on their way. */
  places: readonly PlacedEpisode[] | undefined
  onClose: () => void
}

/** The places of a row on a map, beside the list, or over it on a phone. */
export function PlacesPanel({ title, note, places, onClose }: PlacesPanelProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation()
  return isPhone ? (
    <Sheet isOpen isFlush height="72%" title={`${title} ${note}`} onClose={onClose}>
      <PlacesMap places={places} />
    </Sheet>
  ) : (
    <Panel isFlush label={t('statistics.map')} title={title} note={note} onClose={onClose}>
      <PlacesMap places={places} />
    </Panel>
  )
}

function PlacesMap({ places }: Pick<PlacesPanelProps, 'places'>) {
  const { t } = useTranslation()
  return (
    <div className="tw-fill tw-relative tw-full-height">
      <MapView>
        <MapControls />
        {places && <Pins places={places} />}
      </MapView>
      {!places && <Spin className={noticeStyles.notice!} />}
      {places?.length === 0 && (
        <p className={`${noticeStyles.notice} tw-plate`} data-calm>
          {t('statistics.noPlace')}
        </p>
      )}
    </div>
  )
}

function Pins({ places }: { places: readonly PlacedEpisode[] }) {
  const { t, format } = useTexts()
  const { map, projection } = useMap()
  /** Numbered in order of time, whatever the order they came in. */
  const numbered = useMemo(
    () =>
      [...places].sort((a, b) => a.time - b.time).map((place, index) => ({ ...place, number: index + 1 })),
    [places],
  )

  useEffect(() => {
    const options = { padding: [72, 120, 48, 72], maxZoom: 13, duration: 0 }
    if (places.length > 0) fitBox(map, projection, boxAround(places), options)
  }, [map, projection, places])

  return numbered.map(({ number, kind, lat, lon, time, durationMs }) => {
    const face = kind === 'stop' ? String(number) : t(`statistics.pin.${kind}`)
    return (
      <MapPin key={`${kind} ${time}`} lat={lat} lon={lon}>
        <Tooltip title={format.dateTime(time)}>
          <span className={pinStyles.pin} data-testid="stat-pin" data-end={kind}>
            <b>{face}</b>
            {durationMs !== null && <span>{format.duration(durationMs)}</span>}
          </span>
        </Tooltip>
      </MapPin>
    )
  })
}
