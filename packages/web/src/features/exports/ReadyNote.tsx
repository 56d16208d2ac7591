import { CheckCircleFilled, CloseCircleFilled, CloseOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useTexts } from '../../base/use-texts.ts'
import { downloadExport } from './export-watch.ts'
import { openFiles } from './files-dialog.ts'
import styles from './ReadyNote.module.css'
import { dropNote, useReadyNotes } from './ready-notes.ts'

/** The newest file that became ready or failed. It has its place in the frame, where it covers nothing. */
export function ReadyNote() {
  const { t, toText } = useTexts()
  const { message } = App.useApp()
  const job = useReadyNotes(({ jobs }) => jobs[0])
  if (!job) return null
  const isReady = job.state === 'done'
  const save = () =>
    downloadExport(job.id).then(
      () => dropNote(job.id),
      (error: unknown) => message.error(toText(error)),
    )
  return (
    <div
      className={`${styles.note} tw-row tw-grow tw-shrink tw-box tw-gap-10`}
      role="alert"
      data-print="hide"
    >
      {isReady ? <CheckCircleFilled className="tw-success" /> : <CloseCircleFilled className="tw-danger" />}
      <span className="tw-column tw-grow tw-shrink">
        <b className="tw-ellipsis">{t(isReady ? 'exports.ready' : 'exports.failed')}</b>
        <span className="tw-ellipsis">
          {isReady ? job.fileName : t(`reports.failure.${job.failure ?? 'internal'}`)}
        </span>
      </span>
      {isReady ? (
        <Button type="primary" size="small" onClick={() => void save()}>
          {t('exports.download')}
        </Button>
      ) : (
        <Button
          size="small"
          onClick={() => {
            dropNote(job.id)
            openFiles()
          }}
        >
          {t('exports.allFiles')}
        </Button>
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t('ui.layout.close')}
        onClick={() => dropNote(job.id)}
      />
    </div>
  )
}
