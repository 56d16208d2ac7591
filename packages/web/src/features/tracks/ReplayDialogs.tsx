import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { KeyList } from '../../ui/KeyList.tsx'
import { EpisodeDialog } from './dialogs/EpisodeDialog.tsx'
import { ExportDialog } from './dialogs/ExportDialog.tsx'
import { MileageDialog } from './dialogs/MileageDialog.tsx'
import { ShareDialog } from './dialogs/ShareDialog.tsx'
import { useReplay } from './replay/replay-context.ts'
import { openDialog, useReplayDialog } from './replay/use-replay-dialog.ts'
import { useReplayView } from './replay/use-replay-view.ts'
import { keysOf } from './replay/use-track-keys.ts'

/** The dialog that is open. What is exported or shared is the trip it is about, else the part chosen on the chart. */
export function ReplayDialogs() {
  const { span } = useReplay()
  const { open, episode } = useReplayDialog()
  const selection = useReplayView((view) => view.selection)
  const part = episode ?? selection ?? span
  const about = { span: part, isOfOne: episode !== null, onClose: () => openDialog(null) }
  const { onClose } = about
  switch (open) {
    case 'export':
      return <ExportDialog {...about} />
    case 'share':
      return <ShareDialog {...about} />
    case 'keys':
      return <KeysDialog onClose={onClose} />
    case 'mileage':
      return <MileageDialog onClose={onClose} />
    case 'episode':
      return episode && <EpisodeDialog episode={episode} onClose={onClose} />
    default:
      return null
  }
}

/** What the keys do. */
function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { isShared } = useReplay()
  return (
    <Dialog open footer={null} title={t('tracks.keys.title')} width={420} onCancel={onClose}>
      <KeyList keys={keysOf(isShared).map(({ name, keys }) => ({ keys, text: t(`tracks.keys.${name}`) }))} />
    </Dialog>
  )
}
