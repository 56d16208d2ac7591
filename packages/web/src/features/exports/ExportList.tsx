import { DeleteOutlined, DownloadOutlined, ReloadOutlined, StopOutlined } from '@ant-design/icons'
import type { ExportJob } from '@trackway/core/api/exports.ts'
import { App, Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { useFormat } from '../../base/use-format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { confirm } from '../../ui/form/confirm.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { TablePart } from '../../ui/list/data-table.ts'
import { exportColumns } from './export-columns.tsx'
import { downloadExport, isUnderWay } from './export-watch.ts'
import { useExportChanges, useExports } from './use-exports.ts'

interface ExportListProps {
  part: TablePart
  onPart: (part: TablePart) => void
  /** A way to the reports, for those who have no file yet. */
  toReports: ReactNode
}

/** The caller's files: how far they are, how large, and until when they are kept. */
export function ExportList({ part, onPart, toReports }: ExportListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const jobs = useExports({ pageNum: part.pageNum, pageSize: part.pageSize })
  return (
    <DataTable<ExportJob>
      name="exports"
      label={t('exports.files')}
      columns={exportColumns(t, format)}
      rowKey={({ id }) => id}
      rows={jobs.data?.list}
      total={jobs.data?.total ?? 0}
      part={part}
      onPart={onPart}
      isStale={jobs.isPlaceholderData}
      error={jobs.error}
      onRetry={() => void jobs.refetch()}
      actions={(job) => <JobActions job={job} />}
      empty={<EmptyState title={t('exports.none')} text={t('exports.noneText')} action={toReports} />}
    />
  )
}

function JobActions({ job }: { job: ExportJob }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { isDemo } = useUser()
  const { cancel, retry } = useExportChanges()
  const name = job.fileName ?? t(`reports.name.${job.report}`)
  const [isBusy, setIsBusy] = useState(false)
  // Once at a time: cancelling twice would remove the file from the list, downloading twice save it twice.
  const attempt = (run: () => Promise<unknown>) => () => {
    setIsBusy(true)
    void run()
      .catch((error: unknown) => message.error(toText(error)))
      .finally(() => setIsBusy(false))
  }
  if (isDemo) return null

  const remove = () =>
    confirm({
      title: t('exports.removeTitle', { name }),
      text: t('exports.removeText'),
      okLabel: t('exports.remove'),
      onOk: () => cancel(job.id),
    })
  return (
    <>
      {job.state === 'done' && (
        <Action
          label={t('exports.downloadOne', { name })}
          icon={<DownloadOutlined />}
          isBusy={isBusy}
          onClick={attempt(() => downloadExport(job.id))}
        />
      )}
      {(job.state === 'failed' || job.state === 'cancelled') && (
        <Action
          label={t('exports.retryOne', { name })}
          icon={<ReloadOutlined />}
          isBusy={isBusy}
          onClick={attempt(() => retry(job.id))}
        />
      )}
      {isUnderWay(job) ? (
        <Action
          label={t('exports.cancelOne', { name })}
          icon={<StopOutlined />}
          isBusy={isBusy}
          onClick={attempt(() => cancel(job.id))}
        />
      ) : (
        <Action
          label={t('exports.removeTitle', { name })}
          icon={<DeleteOutlined />}
          isDangerous
          onClick={remove}
        />
      )}
    </>
  )
}

interface ActionProps {
  label: string
  icon: ReactNode
  isDangerous?: boolean
  isBusy?: boolean
  onClick: () => void
}

function Action({ label, icon, isDangerous = false, isBusy = false, onClick }: ActionProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Button
        type="text"
        icon={icon}
        danger={isDangerous}
        disabled={isBusy}
        aria-label={label}
        onClick={onClick}
      />
    </Tooltip>
  )
}
