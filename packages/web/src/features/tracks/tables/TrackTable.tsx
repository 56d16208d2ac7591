import { useTranslation } from 'react-i18next'
import { useReplay } from '../replay/replay-context.ts'
import { AlarmTable } from './AlarmTable.tsx'
import { EpisodeTable } from './EpisodeTable.tsx'
import { PointTable } from './PointTable.tsx'
import styles from './TrackTable.module.css'

/** The tables of a replay, each a tab. */
export const trackTables = ['points', 'overspeed', 'trips', 'alarms'] as const
export type TrackTableName = (typeof trackTables)[number]

/** One table of the active device; a click on a row moves the cursor there. */
export function TrackTable({ table }: { table: TrackTableName }) {
  const { t } = useTranslation()
  const { episodes, alarms, alarmTotal } = useReplay()
  if (table === 'points') return <PointTable />
  if (table === 'alarms') {
    if (alarms.length === 0) return <p className={`${styles.empty} tw-muted`}>{t('tracks.noAlarms')}</p>
    return (
      <>
        {alarmTotal > alarms.length && (
          <p className={`${styles.note} tw-muted`}>
            {t('tracks.newestAlarms', { shown: alarms.length, total: alarmTotal })}
          </p>
        )}
        <AlarmTable />
      </>
    )
  }
  const kind = table === 'trips' ? 'trip' : 'overspeed'
  const rows = episodes.episodes.filter((episode) => episode.kind === kind)
  if (rows.length === 0) return <p className={`${styles.empty} tw-muted`}>{t(`tracks.none.${kind}`)}</p>
  return <EpisodeTable kind={kind} rows={rows} />
}
