import { type FirmwareFile, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { FirmwareSelect } from './FirmwareSelect.tsx'

interface OfferFormProps {
  /** Null: it is chosen in the form. */
  file: FirmwareFile | null
  isOpen: boolean
  onClose: () => void
}

/** Offers an upgrade to a customer, who starts it. */
export function OfferForm({ file, isOpen, onClose }: OfferFormProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      call={firmwareCalls.addOffer}
      isOpen={isOpen}
      title={file ? t('firmware.offer.openFor', { name: file.version }) : t('firmware.offer.open')}
      submitLabel={t('firmware.offer.save')}
      onClose={onClose}
      label={(name) => t(`firmware.field.${name}`)}
      initial={file ? { fileId: file.id } : {}}
      fields={[
        ...(file
          ? []
          : [{ name: 'fileId', control: <FirmwareSelect isOffered={({ way }) => way !== null} /> } as const]),
        'username',
        { name: 'note', label: t('firmware.offer.note'), help: t('firmware.offer.noteHelp') },
      ]}
      refusals={{ notFound: 'username', alreadyThere: 'username' }}
      rereads={['list']}
      done={() => t('firmware.offer.done')}
    />
  )
}
