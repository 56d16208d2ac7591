import { BellFilled } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import { useMap } from '../../../map/view/map-context.ts'
import { useResolution } from '../../../map/view/use-resolution.ts'
import { useAlarmName } from '../replay/alarm-name.ts'
import type { Player } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import styles from './AlarmPins.module.css'
import { alarmPlaces, type PlacedAlarm } from './alarm-places.ts'

const shownInTooltip = 10

/** What the device raised, where it did; a click moves the cursor there. */
export function AlarmPins() {
  const { projection } = useMap()
  const { alarms, player } = useReplay()
  const resolution = useResolution()
  const places = useMemo(
    () =>
      alarmPlaces(alarms, ({ lat, lon }) => {
        const [x, y] = projection.fromWgs84(lon, lat)
        return [x / resolution, y / resolution]
      }),
    [alarms, projection, resolution],
  )
  return places.map((group) => (
    <AlarmPin key={`${group[0]!.fixTime} ${group[0]!.code}`} group={group} player={player} />
  ))
}

/** Left as it is while days arrive, as the stops are. */
const AlarmPin = memo(function AlarmPin({
  group,
  player,
}: {
  group: readonly PlacedAlarm[]
  player: Player
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useAlarmName()
  const [first] = group as [PlacedAlarm]
  const label = group.length > 1 ? t('tracks.alarmCount', { count: group.length }) : nameOf(first.code)
  return (
    <MapPin lat={first.lat} lon={first.lon} positioning="center-center">
      <Tooltip
        title={
          <>
            {group.slice(0, shownInTooltip).map(({ fixTime, code }) => (
              <div key={`${fixTime} ${code}`}>
                {format.dateTime(fixTime)} {nameOf(code)}
              </div>
            ))}
            {group.length > shownInTooltip && `+${group.length - shownInTooltip}`}
          </>
        }
      >
        <button
          type="button"
          className={styles.alarm}
          aria-label={`${label}, ${format.dateTime(first.fixTime)}`}
          onClick={() => player.seek(first.fixTime)}
        >
          <BellFilled />
          {group.length > 1 && <span>{group.length}</span>}
        </button>
      </Tooltip>
    </MapPin>
  )
})
