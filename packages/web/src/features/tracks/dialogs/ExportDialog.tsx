import { trackFileCalls, trackFileFormats } from '@trackway/core/features/track-files/calls.ts'
import { Button, Form, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../../base/api.ts'
import { saveFile } from '../../../base/save-file.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { openDialog } from '../replay/use-replay-dialog.ts'
import { ReplayPart, type ReplayPartDialog } from './ReplayPart.tsx'

/** 90 days as a sheet take their time. */
const timeoutMs = 600_000

/** The replay, or the part chosen on the chart, as a file or on paper. */
export function ExportDialog({ span, isOfOne = false, onClose }: ReplayPartDialog) {
  const { t, format } = useTexts()
  const { active, devices } = useReplay()
  const [isOfAll, setOfAll] = useState(devices.length > 1 && !isOfOne)
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null)
  return (
    <FormDialog
      call={trackFileCalls.export}
      title={t('tracks.export.title')}
      submitLabel={t('tracks.export.save')}
      isOpen
      onClose={onClose}
      label={(name) => t(`tracks.export.${name}`)}
      initial={{
        terminalID: active.terminalID,
        from: Math.round(span.from),
        to: Math.round(span.to),
        format: 'xlsx',
        withHidden: false,
      }}
      fields={[
        <ReplayPart
          key="part"
          span={span}
          isOfAll={isOfAll}
          onOfAll={setOfAll}
          allLabel={t('tracks.export.allDevices', { count: devices.length })}
        />,
        {
          name: 'format',
          control: (
            <Segmented
              block
              options={trackFileFormats.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          ),
          help: <FormatHelp />,
        },
        'withHidden',
        <p key="received" className="tw-muted tw-number" role="status">
          {receivedBytes !== null && t('tracks.export.received', { amount: format.bytes(receivedBytes) })}
        </p>,
      ]}
      send={async (input, signal) => {
        setReceivedBytes(0)
        try {
          const options = { signal, timeoutMs, onBytes: setReceivedBytes }
          for (const { terminalID } of isOfAll ? devices : [active]) {
            const { content, fileName } = await apiFile(
              trackFileCalls.export,
              { ...input, terminalID },
              options,
            )
            saveFile(content, fileName)
          }
          return {}
        } finally {
          setReceivedBytes(null)
        }
      }}
      otherAction={<Button onClick={() => openDialog('print')}>{t('tracks.export.print')}</Button>}
    />
  )
}

/** What the files of a format are for. */
function FormatHelp() {
  const { t } = useTranslation()
  const format = Form.useWatch('format')
  return format ? t(`tracks.export.${format}`) : null
}
