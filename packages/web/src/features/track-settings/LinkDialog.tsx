import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { DeviceLinks } from './DeviceLinks.tsx'

interface LinkDialogProps {
  device: { terminalID: string; name: string }
  onClose: () => void
}

/** The links to one device, in a dialog. */
export function LinkDialog({ device: { terminalID, name }, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      footer={null}
      width={560}
      title={t('trackSettings.link.titleOf', { name })}
      onCancel={onClose}
    >
      <DeviceLinks terminalID={terminalID} />
    </Dialog>
  )
}
