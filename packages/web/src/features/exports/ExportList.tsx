import { DeleteOutlined, DownloadOutlined, ReloadOutlined, StopOutlined } from '@ant-design/icons'
import { type ExportJob, exportCalls, exportList } from '@trackway/core/features/exports/calls.ts'
import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { downloadExport, isUnderWay, underWayMs, watch } from './export-watch.ts'

const { cancel, download, retry } = exportCalls

const rowActions: readonly RowAction<ExportJob>[] = [
  {
    label: 'exports.downloadOne',
    icon: <DownloadOutlined />,
    call: download,
    isFor: ({ state }) => state === 'done',
    run: ({ id }) => downloadExport(id),
  },
  {
    label: 'exports.retryOne',
    icon: <ReloadOutlined />,
    call: retry,
    isFor: ({ state }) => state === 'failed' || state === 'cancelled',
    run: async ({ id }) => watch((await api(retry, { id })).id),
  },
  {
    label: 'exports.cancelOne',
    icon: <StopOutlined />,
    call: cancel,
    isFor: isUnderWay,
  },
  {
    label: 'exports.removeTitle',
    icon: <DeleteOutlined />,
    call: cancel,
    isFor: (job) => !isUnderWay(job),
    isDangerous: true,
    confirm: { text: 'exports.removeText', ok: 'exports.remove' },
  },
]

export interface ExportListProps {
  /** In a dialog: the address stays that of the page behind it. */
  isLocal?: boolean
  /** A link to the reports, for users without a file. */
  toReports?: ReactNode
}

/** The caller's files: how far they are, how large, and until when they are kept. */
export function ExportList({ isLocal, toReports }: ExportListProps) {
  return (
    <ListScreen
      list={exportList}
      isLocal={isLocal}
      refetchMs={(jobs) => jobs.some(isUnderWay) && underWayMs}
      rowActions={rowActions}
      cells={{ state: (job) => <JobState job={job} /> }}
      empty={{ action: toReports }}
    />
  )
}

const stateClasses = { done: 'tw-success', failed: 'tw-danger', cancelled: 'tw-muted' }

function JobState({ job }: { job: ExportJob }) {
  const { t } = useTranslation()
  const { state, failure, progress } = job
  const words = t(`reports.exportState.${state}`)
  return isUnderWay(job) ? (
    <Progress
      percent={Math.round(progress * 100)}
      size="small"
      status="active"
      aria-label={words}
      className="tw-width-180"
    />
  ) : (
    <span className={stateClasses[state as keyof typeof stateClasses]}>
      {words}
      {state === 'failed' && (
        <small className="tw-muted"> {t(`reports.failure.${failure ?? 'internal'}`)}</small>
      )}
    </span>
  )
}
