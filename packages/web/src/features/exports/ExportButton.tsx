import { DownloadOutlined, FolderOpenOutlined, MailOutlined } from '@ant-design/icons'
import type { InputOf } from '@trackway/core/api/call.ts'
import { type exportCalls, exportFormats, makesFiles } from '@trackway/core/api/exports.ts'
import { App, Button, Dropdown, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useCan, useUser } from '../../base/session.ts'
import { useFormat } from '../../base/use-format.ts'
import { DisabledReason } from '../../ui/DisabledReason.tsx'
import { ScheduleForm } from '../report-schedules/ScheduleForm.tsx'
import type { ScheduleTarget } from '../report-schedules/schedule-fields.ts'
import { downloadExport, isUnderWay } from './export-watch.ts'
import { openFiles } from './files-dialog.ts'
import { useExportChanges, useExportProgress, useReadyFiles } from './use-exports.ts'

interface ExportButtonProps {
  /** What is shown; the file holds all pages of it. */
  question: Omit<InputOf<typeof exportCalls.create>, 'format'>
  rows: number
}

/** From here on a file takes long enough for its user to do something else meanwhile. */
const manyRows = 5_000

/** Makes a file of what is shown; its progress is shown here, and a note says when it is ready. */
export function ExportButton({ question, rows }: ExportButtonProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const format = useFormat()
  const toText = useErrorText()
  const { isDemo } = useUser()
  const mayMake = useCan(...makesFiles)
  const { create } = useExportChanges()
  const [id, setId] = useState<number | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [target, setTarget] = useState<ScheduleTarget>(null)
  const ready = useReadyFiles(isOpen).data ?? []
  const progress = useExportProgress(id === null ? [] : [id])
  const job = progress.data?.list[0]
  // Finished, or removed meanwhile in another window.
  const isOver = progress.data !== undefined && (job === undefined || !isUnderWay(job))
  const isBusy = create.isPending || (id !== null && !isOver)
  if (id !== null && isOver) setId(null)

  const make = async (chosen: (typeof exportFormats)[number]) => {
    try {
      const { id } = await create.mutateAsync({ ...question, format: chosen })
      setId(id)
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
      <DisabledReason reason={isDemo ? t('result.demoAccount') : null}>
        <Dropdown
          trigger={['click']}
          disabled={isDemo}
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
              {
                key: 'mail',
                label: t('exports.byMail'),
                icon: <MailOutlined />,
                onClick: () => setTarget({ kind: 'add', asked: question }),
              },
              ...(ready.length > 0 ? [{ type: 'divider' as const }] : []),
              ...ready.map((file) => ({
                key: String(file.id),
                label: file.fileName,
                icon: <DownloadOutlined aria-label={t('exports.download')} />,
                onClick: () => void download(file.id),
              })),
              { type: 'divider' as const },
              {
                key: 'all',
                label: t('exports.allFiles'),
                icon: <FolderOpenOutlined />,
                onClick: openFiles,
              },
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
      </DisabledReason>
      <ScheduleForm target={target} onClose={() => setTarget(null)} />
    </>
  )
}
