import { create } from 'zustand'

/** Dialogs of the whole replay; those of a trip or stop belong to the list. */
type ReplayDialog = 'export' | 'share' | 'keys' | 'print'

export const useReplayDialog = create<{ open: ReplayDialog | null }>(() => ({ open: null }))

export function openDialog(dialog: ReplayDialog | null): void {
  useReplayDialog.setState({ open: dialog })
}
