import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { KeyList } from '../../../ui/KeyList.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { keysOf } from '../replay/use-track-keys.ts'

/** What the keys do. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { isShared } = useReplay()
  return (
    <Dialog open footer={null} title={t('tracks.keys.title')} width={420} onCancel={onClose}>
      <KeyList keys={keysOf(isShared).map(({ name, keys }) => ({ keys, text: t(`tracks.keys.${name}`) }))} />
    </Dialog>
  )
}
