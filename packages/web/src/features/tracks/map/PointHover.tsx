import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import type MapBrowserEvent from 'ol/MapBrowserEvent'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-texts.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import { projectionScale } from '../../../map/projections.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useMapEvents } from '../../../map/view/use-map-events.ts'
import { exclusionReasonOf } from '../replay/mileage-exclusion.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { pointTexts } from '../replay/point-texts.ts'
import { type LoadedDevice, useReplay } from '../replay/replay-context.ts'
import { useReplayView } from '../replay/use-replay-view.ts'
import styles from './PointHover.module.css'

/** How near to a line the pointer must be; a finger is less exact. */
const reachPx = { mouse: 9, touch: 22 }

interface Hovered {
  device: LoadedDevice
  fixTime: number
}

/** Shows the values of the point under the pointer; a click moves the cursor there and makes its device active. */
export function PointHover() {
  const { map, projection } = useMap()
  const { devices, active, player, activate } = useReplay()
  const showsHidden = useReplayView((view) => view.showsHidden)
  const [hovered, setHovered] = useState<Hovered | null>(null)

  const find = async (event: MapBrowserEvent, reach: number): Promise<Hovered | null> => {
    const [x, y] = event.coordinate as [number, number]
    const resolution = map.getView().getResolution() ?? 1
    const groundM = resolution / projectionScale(projection, ...projection.toWgs84(x, y))
    // Of several lines at one place the active one is meant.
    const ordered = [active, ...devices.filter((device) => device !== active)]
    const points = await Promise.all(
      ordered.map((device) =>
        device.source.pick(projection.code, {
          x,
          y,
          groundM,
          reach: reach * resolution,
          withHidden: showsHidden && device === active,
        }),
      ),
    )
    const at = points.findIndex((point) => point !== null)
    return at < 0 ? null : { device: ordered[at]!, fixTime: points[at]!.fixTime }
  }
  const pending = useRef(0)
  useMapEvents({
    pointermove: async (event) => {
      if (event.dragging || pending.current > 1) return
      pending.current++
      const found = await find(event, reachPx.mouse)
      pending.current--
      const target = map.getTargetElement()
      if (target) target.style.cursor = found ? 'pointer' : ''
      setHovered((now) =>
        now?.fixTime === found?.fixTime && now?.device.terminalID === found?.device.terminalID ? now : found,
      )
    },
    click: async (event) => {
      const isTouch = (event.originalEvent as PointerEvent).pointerType === 'touch'
      const found = await find(event, isTouch ? reachPx.touch : reachPx.mouse)
      setHovered(found)
      if (!found) return
      if (found.device !== active) activate(found.device.terminalID)
      player.seek(found.fixTime)
    },
    pointerleave: () => setHovered(null),
  })

  if (!hovered) return null
  const { track } = hovered.device
  const index = indexAt(track, hovered.fixTime)
  if (track.fixTime[index] !== hovered.fixTime) return null
  return (
    <MapPin lat={track.latE7[index]! / 1e7} lon={track.lonE7[index]! / 1e7} isRaised>
      <PointValues track={track} index={index} name={devices.length > 1 ? hovered.device.name : null} />
    </MapPin>
  )
}

interface ValuesProps {
  track: Track
  index: number
  name: string | null
}

/** The values of the point under the pointer. */
const shownColumns = ['speedKmh', 'courseDeg', 'accOn', 'satellites', 'altitudeM'] as const

function PointValues({ track, index, name }: ValuesProps) {
  const { t } = useTranslation()
  const texts = pointTexts(track, t, useFormat())
  const state = texts.state(index)
  return (
    <div className={`${styles.point} tw-tip tw-box tw-gap-below tw-plate tw-tiny`} role="status">
      {name && (
        <p>
          <b>{name}</b>
        </p>
      )}
      <b className="tw-number">{texts.fixTime(index)}</b>
      {state && <p className={exclusionReasonOf(track, index) ? 'tw-danger' : 'tw-muted'}>{state}</p>}
      <dl>
        {shownColumns.map((column) => (
          <div key={column} className="tw-flex tw-spread">
            <dt className="tw-muted">{t(`tracks.column.${column}`)}</dt>
            <dd className="tw-number">{texts[column](index)}</dd>
          </div>
        ))}
      </dl>
      <PlaceName lat={track.latE7[index]! / 1e7} lon={track.lonE7[index]! / 1e7} isRough />
    </div>
  )
}
