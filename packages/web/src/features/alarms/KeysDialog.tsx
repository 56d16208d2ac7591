import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { KeyList } from '../../ui/KeyList.tsx'
import { alarmKeys } from './use-alarm-keys.ts'

/** What the keys do. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog open footer={null} title={t('alarms.keys.title')} width={420} onCancel={onClose}>
      <KeyList keys={alarmKeys.map(({ name, keys }) => ({ keys, text: t(`alarms.keys.${name}`) }))} />
    </Dialog>
  )
}
