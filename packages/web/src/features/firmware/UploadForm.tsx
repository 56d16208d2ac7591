import { UploadOutlined } from '@ant-design/icons'
import type { InputOf } from '@trackway/core/api/call.ts'
import { firmwareCalls, maxFirmwareBytes } from '@trackway/core/features/firmware/calls.ts'
import { Button, Progress, Upload } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { uploadInParts } from '../../base/upload-in-parts.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { VersionsInput } from './VersionsInput.tsx'

/** In place of the id that an upload has once it begins. */
const noUpload = '00000000-0000-4000-8000-000000000000'

/** Uploads a file, with how far it has come, and says which devices it is for. */
export function UploadForm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTexts()
  const [file, setFile] = useState<File | null>(null)
  const [upload, setUpload] = useState<{ share: number; stop: AbortController } | null>(null)

  const send = async (input: InputOf<typeof firmwareCalls.finishUpload>) => {
    const stop = new AbortController()
    setUpload({ share: 0, stop })
    try {
      return await uploadInParts(
        file!,
        {
          begin: (options) =>
            api(firmwareCalls.beginUpload, { fileName: file!.name, bytes: file!.size }, options),
          part: (part, options) => api(firmwareCalls.uploadPart, part, options),
          finish: (uploadId, options) => api(firmwareCalls.finishUpload, { ...input, uploadId }, options),
          cancel: (uploadId) => api(firmwareCalls.cancelUpload, { uploadId }),
        },
        stop.signal,
        (share) => setUpload({ share, stop }),
      )
    } finally {
      setUpload(null)
    }
  }
  return (
    <FormDialog<typeof firmwareCalls.finishUpload, 'file'>
      call={firmwareCalls.finishUpload}
      isOpen={isOpen}
      title={t('firmware.upload.open')}
      submitLabel={t('firmware.upload.save')}
      width={560}
      onClose={() => {
        setFile(null)
        onClose()
      }}
      label={(name) => t(`firmware.field.${name}`)}
      initial={{ uploadId: noUpload }}
      fields={[
        {
          name: 'file',
          control: <FileField share={upload?.share ?? null} onFile={setFile} />,
          check: (value) =>
            value instanceof File && value.size > maxFirmwareBytes ? t('firmware.upload.tooLarge') : null,
        },
        ['version', { name: 'deviceType', control: <DeviceTypePicker isRequired /> }],
        { name: 'fromVersions', control: <VersionsInput />, help: t('firmware.upload.fromVersionsHelp') },
        { name: 'hardware', help: t('firmware.upload.hardwareHelp') },
        { name: 'sha256', help: t('firmware.upload.sha256Help') },
        'note',
      ]}
      send={send}
      otherAction={
        upload && <Button onClick={() => upload.stop.abort()}>{t('firmware.upload.cancel')}</Button>
      }
      refusals={{ checksumWrong: 'sha256', unknownDeviceType: 'deviceType', alreadyThere: 'version' }}
      rereads={['list', 'firmware']}
      done={() => t('firmware.upload.done')}
    />
  )
}

interface FileFieldProps extends FieldValue<File> {
  /** How much of it is uploaded, 0 to 1; null: it is not begun. */
  share: number | null
  onFile: (file: File) => void
}

/** The file, by dropping it or from a dialog; then how far it has come. */
function FileField({ share, onFile, value, onChange, ...field }: FileFieldProps) {
  const { t, format } = useTexts()
  if (value && share !== null)
    return (
      <>
        <span className="tw-ellipsis">{value.name}</span>
        <Progress
          percent={Math.floor(share * 100)}
          aria-label={t('firmware.upload.progress', { name: value.name })}
        />
      </>
    )
  return (
    <Upload.Dragger
      {...field}
      showUploadList={false}
      beforeUpload={(file) => {
        onFile(file)
        onChange?.(file)
        return false
      }}
    >
      <UploadOutlined /> {value ? `${value.name} · ${format.bytes(value.size)}` : t('firmware.upload.drop')}
    </Upload.Dragger>
  )
}
