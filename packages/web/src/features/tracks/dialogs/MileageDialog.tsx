import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import { changeView } from '../replay/use-replay-view.ts'
import { ExplainedMileage } from './ExplainedMileage.tsx'

/** How the mileage of the replay was measured; what was left out of it is shown on the map when it is chosen. */
export function MileageDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { active, span, player } = useReplay()
  const show = ({ from, to }: Span) => {
    player.seek(from)
    changeView({ showsHidden: true, shownOnMap: { from, to } })
    onClose()
  }
  return (
    <Dialog open footer={null} title={t('tracks.explainMileage')} width={520} onCancel={onClose}>
      <ExplainedMileage terminalID={active.terminalID} span={span} onShow={show} />
    </Dialog>
  )
}
