import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer, Spin, Tooltip } from 'antd'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import { fitBox } from '../../../map/view/camera.ts'
import { MapControls } from '../../../map/view/MapControls.tsx'
import { MapView } from '../../../map/view/MapView.tsx'
import { useMap } from '../../../map/view/map-context.ts'
import styles from './PlacesPanel.module.css'
import type { PlacedEpisode } from './use-places.ts'

/** A list with a panel beside it while there is one. */
export function Split({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split} data-split={Boolean(panel)}>
      {children}
      {panel}
    </div>
  )
}

interface PlacesPanelProps {
  title: string
  note: string
  /** Undefined while they are on their way. */
  places: readonly PlacedEpisode[] | undefined
  onClose: () => void
}

/** The places of a row on a map, beside the list, or over it on a phone. */
export function PlacesPanel(props: PlacesPanelProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation()
  if (isPhone)
    return (
      <Drawer
        open
        placement="bottom"
        size="72%"
        title={`${props.title} ${props.note}`}
        onClose={props.onClose}
        rootClassName={styles.mapDrawer}
      >
        <PlacesMap places={props.places} />
      </Drawer>
    )
  return (
    <aside className={styles.map} aria-label={t('statistics.map')}>
      <header>
        <h2>{props.title}</h2>
        <span className="tw-muted">{props.note}</span>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('statistics.close')}
          onClick={props.onClose}
        />
      </header>
      <PlacesMap places={props.places} />
    </aside>
  )
}

function PlacesMap({ places }: Pick<PlacesPanelProps, 'places'>) {
  const { t } = useTranslation()
  return (
    <div className={styles.mapBody}>
      <MapView>
        <MapControls />
        {places && <Pins places={places} />}
      </MapView>
      {!places && <Spin className={styles.mapNote} />}
      {places?.length === 0 && <p className={styles.mapNote}>{t('statistics.noPlace')}</p>}
    </div>
  )
}

function Pins({ places }: { places: readonly PlacedEpisode[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { map, projection } = useMap()
  /** Numbered in order of time, whatever the order they came in. */
  const numbered = useMemo(
    () =>
      [...places].sort((a, b) => a.time - b.time).map((place, index) => ({ ...place, number: index + 1 })),
    [places],
  )

  useEffect(() => {
    if (places.length === 0) return
    const lons = places.map(({ lon }) => lon)
    const lats = places.map(({ lat }) => lat)
    const box = {
      west: Math.min(...lons),
      east: Math.max(...lons),
      south: Math.min(...lats),
      north: Math.max(...lats),
    }
    const fit = () => fitBox(map, projection, box, { padding: [72, 120, 48, 72], maxZoom: 13, duration: 0 })
    if (map.getSize()) return fit()
    map.once('change:size', fit)
    return () => map.un('change:size', fit)
  }, [map, projection, places])

  return numbered.map(({ number, kind, lat, lon, time, durationMs }) => {
    const face = kind === 'stop' ? String(number) : t(`statistics.pin.${kind}`)
    return (
      <MapPin key={`${kind} ${time}`} lat={lat} lon={lon}>
        <Tooltip title={format.dateTime(time)}>
          <span className={styles.pin} data-testid="stat-pin" data-kind={kind}>
            <b>{face}</b>
            {durationMs !== null && <span>{format.duration(durationMs)}</span>}
          </span>
        </Tooltip>
      </MapPin>
    )
  })
}
