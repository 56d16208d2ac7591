import { useTranslation } from 'react-i18next'
import { useReplay } from '../replay/replay-context.ts'
import { AlarmTable } from './AlarmTable.tsx'
import { EpisodeTable } from './EpisodeTable.tsx'
import { PointTable } from './PointTable.tsx'

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
      return (
        <p className="tw-muted tw-small" style={{ padding: 12 }}>
          {t('tracks.noAlarms')}
        </p>
      )
    return (
      <>
        {alarmTotal > alarms.length && (
          <p className="tw-muted tw-small" style={{ padding: 12 }}>
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
    return (
      <p className="tw-muted tw-small" style={{ padding: 12 }}>
        {t(`tracks.none.${kind}`)}
      </p>
    )
  return <EpisodeTable kind={kind} rows={rows} />
}
