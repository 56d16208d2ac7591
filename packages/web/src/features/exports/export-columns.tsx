import { type ExportJob, periodOf } from '@trackway/core/api/exports.ts'
import { Progress } from 'antd'
import type { TFunction } from 'i18next'
import { type Format, unknown } from '../../base/format.ts'
import type { Column } from '../../ui/list/data-table.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { isUnderWay } from './export-watch.ts'
import styles from './exports.module.css'

export function exportColumns(t: TFunction, format: Format): Column<ExportJob>[] {
  return [
    {
      key: 'report',
      title: t('exports.report'),
      isFixed: true,
      minWidth: 150,
      card: 'title',
      render: (job) => (
        <span className={styles.name}>
          <strong>{t(`reports.name.${job.report}`)}</strong>
          <small>{job.format.toUpperCase()}</small>
        </span>
      ),
    },
    {
      key: 'period',
      title: t('reports.period'),
      render: (job) => <span className="tw-number">{periodOf(job) ?? unknown}</span>,
    },
    {
      key: 'state',
      title: t('exports.state'),
      isFixed: true,
      minWidth: 190,
      card: 'sign',
      render: (job) => <JobState job={job} t={t} />,
    },
    {
      key: 'rows',
      title: t('exports.rows'),
      isNumber: true,
      render: ({ rows }) => <span className="tw-number">{format.number(rows)}</span>,
    },
    {
      key: 'bytes',
      title: t('exports.size'),
      isNumber: true,
      render: ({ bytes }) => <span className="tw-number">{format.bytes(bytes)}</span>,
    },
    {
      key: 'createTime',
      title: t('reports.made'),
      render: ({ createTime }) => <RelativeTime at={createTime} />,
    },
    {
      key: 'expireTime',
      title: t('exports.keptUntil'),
      render: ({ expireTime }) => <span className="tw-number">{format.minute(expireTime)}</span>,
    },
    {
      key: 'fileName',
      title: t('exports.fileName'),
      isOptional: true,
      card: 'none',
      render: ({ fileName }) => fileName ?? unknown,
    },
  ]
}

function JobState({ job, t }: { job: ExportJob; t: TFunction }) {
  if (isUnderWay(job))
    return (
      <span className={styles.progress}>
        <Progress
          percent={Math.round(job.progress * 100)}
          size="small"
          status="active"
          aria-label={t(`reports.exportState.${job.state}`)}
        />
      </span>
    )
  return (
    <span className={styles.state} data-state={job.state}>
      {t(`reports.exportState.${job.state}`)}
      {job.state === 'failed' && <small>{t(`reports.failure.${job.failure ?? 'internal'}`)}</small>}
    </span>
  )
}
