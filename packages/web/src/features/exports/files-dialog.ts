import { create } from 'zustand'

/** On which page the dialog of all files was opened; it closes with that page. */
export const useFilesDialog = create<{ openOn: string | null }>(() => ({ openOn: null }))

export function openFiles(): void {
  useFilesDialog.setState({ openOn: location.pathname })
}

export function closeFiles(): void {
  useFilesDialog.setState({ openOn: null })
}
