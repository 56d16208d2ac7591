import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { create } from 'zustand'

type DialogName = 'export' | 'share' | 'keys' | 'print' | 'mileage' | 'episode'

interface ReplayDialog {
  open: DialogName | null
  /** The trip or stop that it is about; null: all that is shown. */
  episode: Episode | null
}

/** The dialog over the replay: there is at most one. */
export const useReplayDialog = create<ReplayDialog>(() => ({ open: null, episode: null }))

export function openDialog(open: DialogName | null, episode: Episode | null = null): void {
  useReplayDialog.setState({ open, episode })
}
