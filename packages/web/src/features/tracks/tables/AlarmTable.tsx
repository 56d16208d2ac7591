import type { TrackAlarm } from '@trackway/core/api/tracks/tracks.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { useAlarmName } from '../replay/alarm-name.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { VirtualTable } from './VirtualTable.tsx'

/** The alarms of the active device. */
export function AlarmTable() {
  const { t, format } = useTexts()
  const nameOf = useAlarmName()
  const { player, alarms } = useReplay()
  const current = usePlayerPart(player, ({ time }) => alarms.findLastIndex(({ fixTime }) => fixTime <= time))
  const at = (index: number) => alarms[index]!
  const renders = {
    fixTime: ({ fixTime }) => format.dateTime(fixTime),
    alarm: ({ code }) => nameOf(code),
    speedKmh: ({ speedKmh }) => format.speed(speedKmh),
    place: ({ lat, lon }) => lat !== null && lon !== null && <PlaceName lat={lat} lon={lon} short />,
  } satisfies Record<string, (alarm: TrackAlarm) => ReactNode>
  return (
    <VirtualTable
      label={t('tracks.tab.alarms')}
      columns={columns.map((column) => ({
        ...column,
        title: t(`tracks.column.${column.key}`),
        render: (index: number) => renders[column.key](at(index)),
      }))}
      count={alarms.length}
      current={current}
      onRow={(index) => player.seek(at(index).fixTime)}
    />
  )
}

const columns = [
  { key: 'fixTime', width: '160px' },
  { key: 'alarm', width: '150px' },
  { key: 'speedKmh', width: '76px', isNumber: true },
  { key: 'place', width: 'minmax(140px, 1fr)' },
] as const
