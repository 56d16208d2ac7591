import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useOdometerForm } from './use-odometer-form.tsx'

interface OdometerDialogProps {
  device: { terminalID: string; name: string } | null
  onClose: () => void
}

/** Sets the odometer of a vehicle to the value it shows now, and lists the earlier entries. */
export function OdometerDialog({ device, onClose }: OdometerDialogProps) {
  const { t } = useTranslation()
  const { terminalID = '', name = '' } = device ?? {}
  return (
    <FormDialog
      {...useOdometerForm(terminalID)}
      title={t('trackSettings.odometer.titleOf', { name })}
      submitLabel={t('trackSettings.save')}
      isOpen={device !== null}
      onClose={onClose}
      width={680}
      done={() => t('trackSettings.odometer.saved')}
    />
  )
}
