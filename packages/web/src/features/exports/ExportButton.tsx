import { DownloadOutlined, FileExcelOutlined, FolderOpenOutlined, MailOutlined } from '@ant-design/icons'
import type { InputOf } from '@trackway/core/api/call.ts'
import {
  type exportCalls,
  exportFormats,
  type ListFileRequest,
  makesFiles,
  makesListFiles,
} from '@trackway/core/features/exports/calls.ts'
import { type ReportKey, reports } from '@trackway/core/features/statistics/reports.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { App, Button, Dropdown, Progress, Space, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useCan, useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { ScheduleTarget } from '../report-schedules/ScheduleForm.tsx'
import { downloadExport, isUnderWay, saveWhenReady } from './export-watch.ts'
import { openFiles } from './files-dialog.ts'
import { useCreateExport, useExportProgress, useReadyFiles } from './use-exports.ts'

/** Loaded on demand: few files are scheduled by mail. */
const ScheduleForm = lazy(async () => ({
  default: (await import('../report-schedules/ScheduleForm.tsx')).ScheduleForm,
}))

interface ExportButtonProps {
  /** What is shown; the file holds all pages of it. */
  request: Omit<InputOf<typeof exportCalls.create>, 'format'> | ListFileRequest
  rows: number
}

/** From here on a file takes long enough for its user to do something else meanwhile. */
const manyRows = 5_000

/** Makes a file of what is shown; its progress is shown here, and a note says when it is ready. */
export function ExportButton({ request: shown, rows }: ExportButtonProps) {
  const { t, format, toText } = useTexts()
  const { message } = App.useApp()
  const { isDemo, timeZone } = useUser()
  const request = reportOf(shown, timeZone)
  const mayMake = useCan(...('list' in shown ? makesListFiles : makesFiles))
  const { create, job, isBusy, setId } = useFileJob()
  const [isOpen, setIsOpen] = useState(false)
  const [target, setTarget] = useState<ScheduleTarget>(null)
  const ready = useReadyFiles(isOpen).data ?? []
  const make = async (chosen: (typeof exportFormats)[number], isSaved = false) => {
    try {
      const made = await create.mutateAsync({ ...request, format: chosen })
      setId(made)
      if (isSaved) saveWhenReady(made)
      if (rows > manyRows) message.info(t('exports.large', { rows: format.number(rows) }))
    } catch (error) {
      message.error(toText(error))
    }
  }
  const download = (fileId: number) =>
    downloadExport(fileId).catch((error: unknown) => message.error(toText(error)))
  const label = isBusy ? t('exports.making') : t('exports.export')
  if (!mayMake) return null
  return (
    <>
      <Space.Compact>
        <Tooltip title={t('exports.excel')}>
          <Button
            icon={<FileExcelOutlined />}
            aria-label={t('exports.excel')}
            disabled={isBusy || rows === 0}
            onClick={() => void make('xlsx', true)}
          />
        </Tooltip>
        <Dropdown
          trigger={['click']}
          onOpenChange={setIsOpen}
          menu={{
            items: [
              ...exportFormats.map((key) => ({
                key,
                label: t(`exports.format.${key}`),
                // One at a time: its progress is the button's.
                disabled: isBusy || rows === 0,
                onClick: () => void make(key),
              })),
              ...('report' in request
                ? [
                    {
                      key: 'mail',
                      label: t('exports.byMail'),
                      disabled: isDemo,
                      title: isDemo ? t('result.demoAccount') : '',
                      icon: <MailOutlined />,
                      onClick: () => setTarget({ kind: 'add', request }),
                    },
                  ]
                : []),
              { type: 'divider' as const },
              {
                key: 'all',
                label: t('exports.allFiles'),
                icon: <FolderOpenOutlined />,
                onClick: openFiles,
              },
              // Last: they come a moment later, and must not move what one is about to click.
              ...ready.map((file) => ({
                key: String(file.id),
                label: file.fileName,
                icon: <DownloadOutlined aria-label={t('exports.download')} />,
                onClick: () => void download(file.id),
              })),
            ],
          }}
        >
          <Button
            icon={
              isBusy ? (
                <Progress type="circle" size={16} percent={(job?.progress ?? 0) * 100} showInfo={false} />
              ) : (
                <DownloadOutlined />
              )
            }
          >
            {label}
          </Button>
        </Dropdown>
      </Space.Compact>
      {target && (
        <Suspense fallback={null}>
          <ScheduleForm target={target} onClose={() => setTarget(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The file in the making, with its progress. */
function useFileJob() {
  const create = useCreateExport()
  const [id, setId] = useState<number | null>(null)
  const progress = useExportProgress(id === null ? [] : [id])
  const job = progress.data?.list[0]
  // Finished, or removed meanwhile in another window.
  const isOver = progress.data !== undefined && (job === undefined || !isUnderWay(job))
  const isBusy = create.isPending || (id !== null && !isOver)
  if (id !== null && isOver) setId(null)
  return { create, job, isBusy, setId }
}

/** A list that is a report as well, whose file names its filters and may go by mail, is requested as the report. */
function reportOf(request: ExportButtonProps['request'], timeZone: string): ExportButtonProps['request'] {
  if (!('list' in request) || !(request.list in reports)) return request
  const { list, filter, columns } = request
  // Every report names its days; this one's is the day of the request.
  const day = dayAt(Date.now(), timeZone)
  return { ...filter, report: list as ReportKey, columns, first: day, last: day }
}
