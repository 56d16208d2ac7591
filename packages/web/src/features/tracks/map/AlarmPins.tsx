import { BellFilled } from '@ant-design/icons'
import { memo, useMemo } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { useAlarmName } from '../replay/alarm-name.ts'
import type { Player } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import styles from './AlarmPins.module.css'
import { alarmPlaces, type PlacedAlarm } from './alarm-places.ts'
import { ListedPin } from './ListedPin.tsx'
import { useToPx } from './use-to-px.ts'

/** What the device raised, where it did; a click moves the cursor there. */
export function AlarmPins() {
  const { alarms, player } = useReplay()
  const toPx = useToPx()
  const places = useMemo(() => alarmPlaces(alarms, toPx), [alarms, toPx])
  return places.map((group) => (
    <AlarmPin key={`${group[0]!.fixTime} ${group[0]!.code}`} group={group} player={player} />
  ))
}

/** Left as it is while days arrive, as the stops are. */
const AlarmPin = memo(function AlarmPin({ group, player }: { group: PlacedAlarm[]; player: Player }) {
  const { t, format } = useTexts()
  const nameOf = useAlarmName()
  const [first] = group as [PlacedAlarm]
  const label = group.length > 1 ? t('tracks.alarmCount', { count: group.length }) : nameOf(first.code)
  return (
    <ListedPin
      place={{ lat: first.lat, lon: first.lon }}
      positioning="center-center"
      className={`${styles.alarm} tw-alarm-pin`}
      label={`${label}, ${format.dateTime(first.fixTime)}`}
      lines={group.map(({ fixTime, code }) => `${format.dateTime(fixTime)} ${nameOf(code)}`)}
      mostLines={10}
      onClick={() => player.seek(first.fixTime)}
    >
      <BellFilled />
      {group.length > 1 && <span>{group.length}</span>}
    </ListedPin>
  )
})
