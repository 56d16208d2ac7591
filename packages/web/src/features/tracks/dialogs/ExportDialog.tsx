import { type TrackFileFormat, trackFileCalls, trackFileFormats } from '@trackway/core/api/track-files.ts'
import { Alert, Button, Checkbox, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../../base/api.ts'
import { errorText } from '../../../base/error-text.ts'
import { saveFile } from '../../../base/save-file.ts'
import { useFormat } from '../../../base/use-format.ts'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import { openDialog } from '../replay/use-replay-dialog.ts'
import styles from './TrackDialog.module.css'
import { TrackDialog } from './TrackDialog.tsx'

/** 90 days as a sheet take their time. */
const timeoutMs = 600_000

/** The replay, or the part chosen on the chart, as a file or on paper. */
export function ExportDialog({ span, onClose }: { span: Span; onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { active } = useReplay()
  const [file, setFile] = useState<TrackFileFormat>('xlsx')
  const [withHidden, setWithHidden] = useState(false)
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const aborter = useRef<AbortController | null>(null)
  useEffect(() => () => aborter.current?.abort(), [])

  const save = async () => {
    aborter.current = new AbortController()
    const { signal } = aborter.current
    setFailure(null)
    setReceivedBytes(0)
    try {
      const { terminalID } = active
      const { from, to } = span
      const input = { terminalID, from: Math.round(from), to: Math.round(to), format: file, withHidden }
      const options = { signal, timeoutMs, onBytes: setReceivedBytes }
      const { content, fileName } = await apiFile(trackFileCalls.export, input, options)
      saveFile(content, fileName)
      onClose()
    } catch (error) {
      if (!signal.aborted) setFailure(error)
    } finally {
      setReceivedBytes(null)
    }
  }
  const isBusy = receivedBytes !== null
  return (
    <TrackDialog
      title={t('tracks.export.title')}
      onClose={onClose}
      width={480}
      footer={[
        <Button key="print" disabled={isBusy} onClick={() => openDialog('print')}>
          {t('tracks.export.print')}
        </Button>,
        <Button key="save" type="primary" loading={isBusy} onClick={() => void save()}>
          {t('tracks.export.save')}
        </Button>,
      ]}
    >
      <div className={styles.dialog}>
        <p>
          {active.name}
          <br />
          <span className="tw-muted tw-number">
            {format.dateTime(span.from)} – {format.dateTime(span.to)}
          </span>
        </p>
        <Segmented<TrackFileFormat>
          block
          aria-label={t('tracks.export.format')}
          value={file}
          options={trackFileFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={setFile}
        />
        <p className="tw-muted">{t(`tracks.export.${file}`)}</p>
        <Checkbox checked={withHidden} onChange={({ target }) => setWithHidden(target.checked)}>
          {t('tracks.export.withHidden')}
        </Checkbox>
        {isBusy && (
          <p className="tw-muted tw-number" role="status">
            {t('tracks.export.received', { amount: format.bytes(receivedBytes) })}
          </p>
        )}
        {failure !== null && <Alert type="error" showIcon title={errorText(failure, t)} />}
      </div>
    </TrackDialog>
  )
}
