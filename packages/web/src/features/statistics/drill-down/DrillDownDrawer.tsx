import { Link } from '@tanstack/react-router'
import type { EpisodeKind } from '@trackway/core/codes/episodes.ts'
import { reports } from '@trackway/core/features/statistics/reports.ts'
import { addDays, startOfDay } from '@trackway/core/rules/local-days.ts'
import { Alert, Button, Collapse, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Address } from '../../../ui/address/Address.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import type { Period } from '../../../ui/period/period.ts'
import { ReplayLink } from '../../../ui/ReplayLink.tsx'
import { ExplainedMileage } from '../../tracks/dialogs/ExplainedMileage.tsx'
import { type ListedEpisode, useEpisodes } from '../report-filter/use-statistics.ts'
import styles from './DrillDownDrawer.module.css'
import { tabOfKind } from './drill-down.ts'

/** What a figure is made of: episodes of one vehicle on some days. */
export interface DrillDown extends Period {
  kind: EpisodeKind
  terminalID: string
  name: string
}

const shownRows = 100

/** The episodes that make up a number, each with its replay; of mileage also how it was measured. */
export function DrillDownDrawer({
  drillDown,
  onClose,
}: {
  drillDown: DrillDown | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Sheet
      title={
        drillDown &&
        t('statistics.drillDownTitle', { what: t(reportName(drillDown.kind)), name: drillDown.name })
      }
      isOpen={drillDown !== null}
      onClose={onClose}
      height="88%"
    >
      {drillDown && <DrillDownList {...drillDown} />}
    </Sheet>
  )
}

function DrillDownList({ kind, terminalID, first, last }: DrillDown) {
  const { t, format, toText } = useTexts()
  const { timeZone } = useUser()
  const mayReplay = useCan('main:track')
  const spanOfDays = { from: startOfDay(first, timeZone), to: startOfDay(addDays(last, 1), timeZone) - 1 }
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
        title={toText(error)}
        action={
          <Button size="small" onClick={() => void refetch()}>
            {t('ui.error.again')}
          </Button>
        }
      />
    )
  if (!data) return <ContentLoading rows={8} />
  const carried = data.total - data.sum.begun
  return (
    <Flex vertical gap={12}>
      <Flex component="p" wrap justify="space-between" gap="4px 12px">
        <span className="tw-muted">{days}</span>
        <strong className="tw-number">
          {[
            format.number(data.sum.begun),
            format.hours(data.sum.durationMs),
            data.sum.distanceM > 0 && format.kilometres(data.sum.distanceM),
          ]
            .filter(Boolean)
            .join(' · ')}
        </strong>
      </Flex>
      {carried > 0 && (
        <p className="tw-muted">
          {t('statistics.beganBefore', { count: carried, shown: format.number(carried) })}
        </p>
      )}
      {kind === 'idling' && <p className="tw-muted">{t('statistics.allIdling')}</p>}
      {data.list.length === 0 && <p className="tw-muted">{t('statistics.none')}</p>}
      <ol aria-label={t(reportName(kind))}>
        {data.list.map((row) => (
          <EpisodeRow key={row.from} row={row} hasDate={first !== last} />
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
      {kind === 'trip' && mayReplay && (
        <Collapse
          ghost
          className={styles.explained}
          items={[
            {
              key: 'explained',
              label: t('statistics.explainTitle'),
              children: <ExplainedMileage terminalID={terminalID} span={spanOfDays} />,
            },
          ]}
        />
      )}
    </Flex>
  )
}

function EpisodeRow({ row, hasDate }: { row: ListedEpisode; hasDate: boolean }) {
  const { t, format } = useTexts()
  const { terminalID, from, to, fromLat, fromLon, toLat, toLon } = row
  const times = `${hasDate ? format.minute(from) : format.time(from).slice(0, 5)} – ${format.time(to).slice(0, 5)}`
  const isMoving = row.kind === 'trip' || row.kind === 'ignition'
  const facts = [
    format.duration(to - from),
    row.distanceM > 0 && format.kilometres(row.distanceM),
    row.maxSpeedKmh !== null && isMoving && t('statistics.max', { speed: format.speed(row.maxSpeedKmh) }),
  ]
  return (
    <li className="tw-row tw-spread tw-line-above tw-padded-block">
      <Flex vertical gap={2} className="tw-small tw-muted tw-shrink">
        <strong className="tw-size-14 tw-text">{times}</strong>
        <span className="tw-number">{facts.filter(Boolean).join(' · ')}</span>
        {fromLat !== null && fromLon !== null && (
          <span className={`${styles.place} tw-relative`}>
            <Address lat={fromLat} lon={fromLon} short />
          </span>
        )}
        {isMoving && toLat !== null && toLon !== null && (
          <span className={`${styles.place} tw-relative`}>
            <Address lat={toLat} lon={toLon} short />
          </span>
        )}
      </Flex>
      <ReplayLink label={t('statistics.replayOf', { times })} terminalID={terminalID} of={{ from, to }} />
    </li>
  )
}

function reportName(kind: EpisodeKind): string {
  const report = Object.entries(reports).find(
    ([, { source }]) => source.call === 'episodes' && source.kind === kind,
  )
  return `reports.name.${report?.[0] ?? 'trips'}`
}
