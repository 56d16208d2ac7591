import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { useAlarmName } from '../replay/alarm-name.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { type VirtualColumn, VirtualTable } from './VirtualTable.tsx'

/** The alarms of the active device. */
export function AlarmTable() {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useAlarmName()
  const { player, alarms } = useReplay()
  const current = usePlayerPart(player, ({ time }) => alarms.findLastIndex(({ fixTime }) => fixTime <= time))
  const at = (index: number) => alarms[index]!
  const columns: VirtualColumn[] = [
    {
      key: 'time',
      title: t('tracks.column.fixTime'),
      width: '132px',
      render: (index) => format.dateTime(at(index).fixTime),
    },
    {
      key: 'name',
      title: t('tracks.column.alarm'),
      width: '150px',
      render: (index) => nameOf(at(index).code),
    },
    {
      key: 'speed',
      title: t('tracks.column.speedKmh'),
      width: '76px',
      isNumber: true,
      render: (index) => format.speed(at(index).speedKmh),
    },
    {
      key: 'place',
      title: t('tracks.column.place'),
      width: 'minmax(140px, 1fr)',
      render: (index) => {
        const { lat, lon } = at(index)
        return lat === null || lon === null ? null : <PlaceName lat={lat} lon={lon} short />
      },
    },
  ]
  return (
    <VirtualTable
      label={t('tracks.tab.alarms')}
      columns={columns}
      count={alarms.length}
      current={current}
      onRow={(index) => player.seek(at(index).fixTime)}
    />
  )
}
