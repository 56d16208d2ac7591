import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { BottomPanel } from './BottomPanel.tsx'
import { type ReplayInput, useNewReplay } from './loading/use-new-replay.ts'
import { ReplayMap } from './map/ReplayMap.tsx'
import { PrintSheet } from './print/PrintSheet.tsx'
import { ReplayDialogs } from './ReplayDialogs.tsx'
import type { Rate } from './replay/player.ts'
import { ReplayContext, useReplay } from './replay/replay-context.ts'
import { usePlayerPart } from './replay/use-player.ts'
import { useTrackKeys } from './replay/use-track-keys.ts'
import { SidePanel } from './SidePanel.tsx'
import styles from './TrackScreen.module.css'

interface Props extends ReplayInput {
  onRate?(rate: Rate): void
}

/** Map, list, chart and controls of a replay. Give it a new key when the days change. */
export function Replay({ onRate, ...question }: Props) {
  const replay = useNewReplay(question)
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
  const told = useRef(rate)
  useEffect(() => {
    if (rate !== told.current) onRate?.(rate)
    told.current = rate
  }, [rate, onRate])
  useTrackKeys()
  return (
    <>
      <div className={styles.body} data-print="flow">
        <SidePanel />
        <ReplayMap />
      </div>
      <PrintSheet />
      <BottomPanel isPhone={isPhone} />
      <ReplayDialogs />
    </>
  )
}
