import { type FirmwareFile, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { VersionsInput } from './VersionsInput.tsx'

/** Changes which devices a file is for. */
export function FileForm({ file, onClose }: { file: FirmwareFile | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog
      call={firmwareCalls.update}
      isOpen={file !== null}
      title={t('firmware.edit.open', { name: file?.version })}
      submitLabel={t('firmware.edit.save')}
      onClose={onClose}
      label={(name) => t(`firmware.field.${name}`)}
      initial={file ?? {}}
      isChange
      prepare={(input) => ({
        ...input,
        // What was emptied is sent as that: what is left out stays.
        ...('fromVersions' in input && { fromVersions: input.fromVersions ?? [] }),
        ...('note' in input && { note: input.note ?? '' }),
      })}
      fields={[
        { name: 'fromVersions', control: <VersionsInput />, help: t('firmware.upload.fromVersionsHelp') },
        { name: 'hardware', help: t('firmware.upload.hardwareHelp') },
        'note',
      ]}
      rereads={['list', 'firmware']}
      done={() => t('firmware.edit.done')}
    />
  )
}
