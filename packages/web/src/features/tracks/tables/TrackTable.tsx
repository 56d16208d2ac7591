import { reports } from '@trackway/core/features/statistics/reports.ts'
import type { TrackAlarm } from '@trackway/core/features/tracks/calls.ts'
import { pickColumns } from '@trackway/core/lists/columns.ts'
import { indexAt } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../../base/use-texts.ts'
import { tableColumn, visibleColumns } from '../../../ui/list/data-table.ts'
import { ListCell } from '../../../ui/list/ListCell.tsx'
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts'
import { useAlarmName } from '../replay/alarm-name.ts'
import { exclusionReasonOf } from '../replay/mileage-exclusion.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { changeView } from '../replay/use-replay-view.ts'
import { pointTable, usePointColumns } from './use-point-columns.tsx'
import { VirtualTable } from './VirtualTable.tsx'

/** The tables of a replay, each a tab. */
export const trackTables = ['points', 'overspeed', 'trips', 'alarms'] as const
export type TrackTableName = (typeof trackTables)[number]

/** One table of the active device; a click on a row moves the cursor there. */
export function TrackTable({ table }: { table: TrackTableName }) {
  const { t } = useTranslation()
  const { episodes, alarms, alarmTotal } = useReplay()
  if (table === 'points') return <PointTable />
  if (table === 'alarms') {
    if (alarms.length === 0)
      return <p className="tw-muted tw-small tw-padded-narrow">{t('tracks.noAlarms')}</p>
    return (
      <>
        {alarmTotal > alarms.length && (
          <p className="tw-muted tw-small tw-padded-narrow">
            {t('tracks.newestAlarms', { shown: alarms.length, total: alarmTotal })}
          </p>
        )}
        <AlarmTable />
      </>
    )
  }
  const kind = table === 'trips' ? 'trip' : 'overspeed'
  const rows = episodes.episodes.filter((episode) => episode.kind === kind)
  if (rows.length === 0)
    return <p className="tw-muted tw-small tw-padded-narrow">{t(`tracks.none.${kind}`)}</p>
  return <EpisodeTable kind={kind} rows={rows} />
}

/** Every position of the active device, those that are not on the line among them, with the reason. */
function PointTable() {
  const { t } = useTranslation()
  const { player, active } = useReplay()
  const { track } = active
  const current = usePlayerPart(player, ({ time }) =>
    // Before its first point the table is at its beginning.
    Math.max(0, indexAt(track, time + 1) - 1),
  )
  const [chosen] = useColumnChoice(pointTable)
  return (
    <VirtualTable
      label={t('tracks.tab.points')}
      columns={visibleColumns(usePointColumns(), chosen)}
      count={track.length}
      current={current}
      isMuted={(index) => exclusionReasonOf(track, index) !== null}
      onRow={(index) => player.seek(track.fixTime[index]!)}
    />
  )
}

/** The alarms of the active device. */
function AlarmTable() {
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
      columns={alarmColumns.map((column) => ({
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

const alarmColumns = [
  { key: 'fixTime', width: '160px' },
  { key: 'alarm', width: '150px' },
  { key: 'speedKmh', width: '76px', isNumber: true },
  { key: 'place', width: 'minmax(140px, 1fr)' },
] as const

const episodeWidths: Record<string, string> = {
  from: '136px',
  duration: '84px',
  distanceM: '68px',
  maxSpeedKmh: '72px',
  fromValue: 'minmax(84px, 1fr)',
  toPlace: 'minmax(110px, 1fr)',
}

/** Trips, or the times the vehicle was too fast, in columns of the report about them. */
function EpisodeTable({ kind, rows }: { kind: 'trip' | 'overspeed'; rows: readonly Episode[] }) {
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
        width: episodeWidths[column.key]!,
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
