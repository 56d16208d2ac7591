import { getRouteApi } from '@tanstack/react-router'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import {
  liveShareCalls,
  type SharedLive,
  type SharedVehicle,
} from '@trackway/core/features/live-shares/calls.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useFormat, useTexts } from '../../base/use-texts.ts'
import { StateMark } from '../../map/fleet/StateMark.tsx'
import { MapPin } from '../../map/overlays/MapPins.tsx'
import { boxAround, easeTo, fitBox } from '../../map/view/camera.ts'
import { MapControls } from '../../map/view/MapControls.tsx'
import { MapNotices } from '../../map/view/MapNotices.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import { type MapHandle, useMap } from '../../map/view/map-context.ts'
import { LinkScreen } from '../../ui/link/LinkScreen.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { DestinationPin } from './DestinationField.tsx'
import styles from './live-shares.module.css'

const route = getRouteApi('/sharedLive/$token')

/** Where the vehicles of a link are now, for whoever has it, in the time zone of whoever sent it. */
export function SharedLiveScreen() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  return (
    <LinkScreen
      kind={t('liveShares.screen')}
      queryKey={['liveShares', 'shared', token]}
      load={(signal, isFirst) => api(liveShareCalls.shared, { token, isFirst }, { signal })}
      everyMs={5_000}
      name={({ title }) => title}
    >
      {(shown) => <SharedFleet shown={shown} />}
    </LinkScreen>
  )
}

function SharedFleet({ shown }: { shown: SharedLive }) {
  const { t } = useTranslation()
  const map = useRef<MapHandle>(null)
  const { destination, vehicles } = shown
  return (
    <div className={`${styles.body} tw-flex tw-gap-0 tw-fill tw-relative`}>
      <ul className={`${styles.list} tw-scroll tw-surface`}>
        {vehicles.map((vehicle) => (
          <li key={vehicle.number}>
            <VehicleRow
              vehicle={vehicle}
              onClick={() => {
                if (map.current && vehicle.lat !== null && vehicle.lon !== null)
                  easeTo(map.current.map, map.current.projection, vehicle.lon, vehicle.lat)
              }}
            />
          </li>
        ))}
      </ul>
      <div className="tw-grow tw-relative">
        <MapView>
          <Fleet shown={shown} onMap={map} />
          {destination && (
            <DestinationPin {...destination} name={destination.name ?? t('liveShares.destination')} />
          )}
          <MapNotices />
        </MapView>
      </div>
    </div>
  )
}

function VehicleRow({ vehicle, onClick }: { vehicle: SharedVehicle; onClick: () => void }) {
  const format = useFormat()
  const { name, carIconState, courseDeg, speedKmh, utcTime } = vehicle
  return (
    <button
      type="button"
      className={`${styles.row} tw-choice tw-row-button tw-line-below tw-grid`}
      onClick={onClick}
    >
      <StateMark state={carIconState as CarIconState} headingDeg={courseDeg} />
      <strong className="tw-ellipsis">{name}</strong>
      <span className="tw-number">{format.speed(speedKmh)}</span>
      <span className="tw-muted tw-small">
        <Arrival vehicle={vehicle} /> <RelativeTime at={utcTime} />
      </span>
    </button>
  )
}

function Arrival({ vehicle: { hasArrived, arrivalTime, distanceM } }: { vehicle: SharedVehicle }) {
  const { t, format } = useTexts()
  if (distanceM === null) return null
  if (hasArrived) return <b>{t('liveShares.arrived')} · </b>
  const distance = format.distance(distanceM)
  if (arrivalTime === null) return `${t('liveShares.away', { distance })} · `
  return (
    <>
      <b className="tw-block">{t('liveShares.arrives', { time: format.hourMinute(arrivalTime) })}</b>
      {`${t('liveShares.away', { distance })} · `}
    </>
  )
}

/** The marks of the vehicles; all of them are in view at first. */
function Fleet({ shown, onMap }: { shown: SharedLive; onMap: { current: MapHandle | null } }) {
  const handle = useMap()
  const { map, projection } = handle
  const isFitted = useRef(false)
  const placed = shown.vehicles.flatMap((vehicle) =>
    vehicle.lat === null || vehicle.lon === null ? [] : [{ ...vehicle, lat: vehicle.lat, lon: vehicle.lon }],
  )
  const fit = () => {
    const places = [...placed, ...(shown.destination ? [shown.destination] : [])]
    const options = { maxZoom: 15, duration: 0, padding: [80, 110, 60, 70] }
    if (places.length > 0) fitBox(map, projection, boxAround(places), options)
  }
  useEffect(() => {
    onMap.current = handle
    if (isFitted.current) return
    isFitted.current = true
    fit()
  })
  return (
    <>
      {placed.map(({ number, lat, lon, name, carIconState, courseDeg }) => (
        <MapPin key={number} lat={lat} lon={lon} positioning="center-center">
          <div className={`${styles.mark} tw-grid tw-relative`} data-testid="vehicle">
            <StateMark state={carIconState as CarIconState} headingDeg={courseDeg} sizePx={28} />
            <span className="tw-map-name">{name}</span>
          </div>
        </MapPin>
      ))}
      <MapControls onFit={fit} />
    </>
  )
}
