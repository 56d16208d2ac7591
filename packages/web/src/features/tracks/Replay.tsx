import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { KeysDialog } from '../../ui/keys/KeysDialog.tsx'
import { BottomPanel } from './BottomPanel.tsx'
import { EpisodeDialog } from './dialogs/EpisodeDialog.tsx'
import { ExportDialog } from './dialogs/ExportDialog.tsx'
import { MileageDialog } from './dialogs/MileageDialog.tsx'
import { ShareDialog } from './dialogs/ShareDialog.tsx'
import { type ReplayInput, useNewReplay } from './loading/use-new-replay.ts'
import { ReplayMap } from './map/ReplayMap.tsx'
import { PrintSheet } from './print/PrintSheet.tsx'
import type { Rate } from './replay/player.ts'
import { ReplayContext, useReplay } from './replay/replay-context.ts'
import { usePlayerPart } from './replay/use-player.ts'
import { openDialog, useReplayDialog } from './replay/use-replay-dialog.ts'
import { useReplayView } from './replay/use-replay-view.ts'
import { keysOf, useTrackKeys } from './replay/use-track-keys.ts'
import { SidePanel } from './SidePanel.tsx'
import styles from './TrackScreen.module.css'

interface Props extends ReplayInput {
  onRate?(rate: Rate): void
}

/** Map, list, chart and controls of a replay. Give it a new key when the days change. */
export function Replay({ onRate, ...input }: Props) {
  const replay = useNewReplay(input)
  if (!replay) return null
  return (
    <ReplayContext.Provider value={replay}>
      <ReplayParts {...(onRate && { onRate })} />
    </ReplayContext.Provider>
  )
}

function ReplayParts({ onRate }: { onRate?(rate: Rate): void }) {
  const isPhone = useIsPhone()
  const { player } = useReplay()
  const rate = usePlayerPart(player, (state) => state.rate)
  const reportedRate = useRef(rate)
  useEffect(() => {
    if (rate !== reportedRate.current) onRate?.(rate)
    reportedRate.current = rate
  }, [rate, onRate])
  useTrackKeys()
  return (
    <>
      <div className={`${styles.body} tw-flex tw-gap-0 tw-fill tw-relative`} data-print="flow">
        <SidePanel />
        <ReplayMap />
      </div>
      <PrintSheet />
      <BottomPanel isPhone={isPhone} />
      <ReplayDialogs />
    </>
  )
}

/** The dialog that is open. What is exported or shared is the trip it is about, else the part chosen on the chart. */
function ReplayDialogs() {
  const { span, isShared } = useReplay()
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
      return <KeysDialog texts="tracks.keys" keys={keysOf(isShared)} onClose={onClose} />
    case 'mileage':
      return <MileageDialog onClose={onClose} />
    case 'episode':
      return episode && <EpisodeDialog episode={episode} onClose={onClose} />
    default:
      return null
  }
}
