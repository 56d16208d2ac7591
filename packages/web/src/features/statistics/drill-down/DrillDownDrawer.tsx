import { HistoryOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import { reports } from '@trackway/core/reports/reports.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Alert, Button, Drawer, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../base/error-text.ts'
import { useCan, useUser } from '../../../base/session.ts'
import { useFormat } from '../../../base/use-format.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { Address } from '../../../ui/address/Address.tsx'
import type { Period } from '../../../ui/period/period.ts'
import { type EpisodeRow, useEpisodes } from '../report-filter/use-statistics.ts'
import styles from './DrillDownDrawer.module.css'
import { tabOfKind } from './drill-down.ts'
import { MileageExplained } from './MileageExplained.tsx'

/** What a figure is made of: episodes of one vehicle on some days. */
export interface DrillDown extends Period {
  kind: EpisodeKind
  terminalID: string
  name: string
}

const shownRows = 100

/** The episodes behind a number, each with its replay; of mileage also how it was measured. */
export function DrillDownDrawer({
  drillDown,
  onClose,
}: {
  drillDown: DrillDown | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <Drawer
      title={
        drillDown &&
        t('statistics.drillDownTitle', { what: t(reportName(drillDown.kind)), name: drillDown.name })
      }
      open={drillDown !== null}
      onClose={onClose}
      placement={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '88%' : 460}
      destroyOnHidden
    >
      {drillDown && <DrillDownList {...drillDown} />}
    </Drawer>
  )
}

function DrillDownList({ kind, terminalID, first, last }: DrillDown) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayReplay = useCan('main:track')
  const { data, error, refetch } = useEpisodes({
    kind,
    first,
    last,
    terminalIDs: [terminalID],
    pageSize: shownRows,
  })
  const days = first === last ? format.day(first) : `${format.day(first)} – ${format.day(last)}`
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        title={errorText(error, t)}
        action={
          <Button size="small" onClick={() => void refetch()}>
            {t('ui.error.again')}
          </Button>
        }
      />
    )
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <div className={styles.list}>
      <p className={styles.sum}>
        <span className="tw-muted">{days}</span>
        <strong className="tw-number">
          {[
            format.number(data.total),
            format.hours(data.sum.durationMs),
            data.sum.distanceM > 0 && format.kilometres(data.sum.distanceM),
          ]
            .filter(Boolean)
            .join(' · ')}
        </strong>
      </p>
      {kind === 'idling' && <p className="tw-muted">{t('statistics.allIdling')}</p>}
      {data.list.length === 0 && <p className="tw-muted">{t('statistics.none')}</p>}
      <ol aria-label={t(reportName(kind))}>
        {data.list.map((row) => (
          <BehindRow key={row.from} row={row} mayReplay={mayReplay} hasDate={first !== last} />
        ))}
      </ol>
      {data.total > data.list.length && (
        <Link
          to="/index/count/$tab"
          params={{ tab: tabOfKind(kind) }}
          search={{ devices: terminalID, first, last }}
        >
          {t('statistics.showAll', { count: data.total, shown: format.number(data.total) })}
        </Link>
      )}
      {kind === 'trip' && mayReplay && <MileageExplained terminalID={terminalID} first={first} last={last} />}
    </div>
  )
}

function BehindRow({ row, mayReplay, hasDate }: { row: EpisodeRow; mayReplay: boolean; hasDate: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timeZone } = useUser()
  const { terminalID, from, to, fromLat, fromLon, toLat, toLon } = row
  const times = `${hasDate ? format.minute(from) : format.time(from).slice(0, 5)} – ${format.time(to).slice(0, 5)}`
  const isMoving = row.kind === 'trip' || row.kind === 'ignition'
  const facts = [
    format.duration(to - from),
    row.distanceM > 0 && format.kilometres(row.distanceM),
    row.maxSpeedKmh !== null && isMoving && t('statistics.max', { speed: format.speed(row.maxSpeedKmh) }),
  ]
  return (
    <li>
      <div className={styles.facts}>
        <strong className="tw-number">{times}</strong>
        <span className="tw-number">{facts.filter(Boolean).join(' · ')}</span>
        {fromLat !== null && fromLon !== null && <Address lat={fromLat} lon={fromLon} short />}
        {isMoving && toLat !== null && toLon !== null && <Address lat={toLat} lon={toLon} short />}
      </div>
      {mayReplay && (
        <Link
          to="/index/track"
          search={{ terminalID, first: dayAt(from, timeZone), last: dayAt(to, timeZone) }}
          aria-label={t('statistics.replayOf', { times })}
        >
          <Button type="text" icon={<HistoryOutlined />} tabIndex={-1} />
        </Link>
      )}
    </li>
  )
}

function reportName(kind: EpisodeKind): string {
  const report = Object.entries(reports).find(
    ([, { source }]) => source.call === 'episodes' && source.kind === kind,
  )
  return `reports.name.${report?.[0] ?? 'trips'}`
}
