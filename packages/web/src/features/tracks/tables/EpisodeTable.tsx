import { pickColumns } from '@trackway/core/lists/columns.ts'
import { reports } from '@trackway/core/reports/reports.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { useTranslation } from 'react-i18next'
import { tableColumn } from '../../../ui/list/data-table.ts'
import { ListCell } from '../../../ui/list/ListCell.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { changeView } from '../replay/use-replay-view.ts'
import { VirtualTable } from './VirtualTable.tsx'

const widths: Record<string, string> = {
  from: '136px',
  duration: '84px',
  distanceM: '68px',
  maxSpeedKmh: '72px',
  fromValue: 'minmax(84px, 1fr)',
  toPlace: 'minmax(110px, 1fr)',
}

/** Trips, or the times the vehicle was too fast, in columns of the report about them. */
export function EpisodeTable({ kind, rows }: { kind: 'trip' | 'overspeed'; rows: readonly Episode[] }) {
  const { t } = useTranslation()
  const { player } = useReplay()
  const current = usePlayerPart(player, ({ time }) =>
    rows.findIndex(({ from, to }) => time >= from && time < to),
  )
  const keys = ['from', 'duration', 'distanceM', 'maxSpeedKmh', kind === 'trip' ? 'toPlace' : 'fromValue']
  const report = kind === 'trip' ? 'trips' : 'overspeed'
  const at = (index: number) => rows[index]!
  return (
    <VirtualTable
      label={t(`tracks.tab.${report}`)}
      columns={pickColumns(reports[report].columns, keys).map((column) => ({
        ...tableColumn(column, t, (index: number) => <ListCell column={column} row={at(index)} />),
        width: widths[column.key]!,
      }))}
      count={rows.length}
      current={current}
      onRow={(index) => {
        const { from, to } = at(index)
        player.seek(from)
        changeView({ shownOnMap: { from, to } })
      }}
      onHover={(index) => changeView({ pointedAt: index === null ? null : at(index) })}
    />
  )
}
