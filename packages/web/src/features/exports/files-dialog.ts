import { create } from 'zustand'
import { pathOfProduct } from '../../base/web-paths.ts'

/** On which page the dialog of all files was opened; it closes with that page. */
export const useFilesDialog = create<{ openOn: string | null }>(() => ({ openOn: null }))

export function openFiles(): void {
  useFilesDialog.setState({ openOn: pathOfProduct(location.pathname) })
}

export function closeFiles(): void {
  useFilesDialog.setState({ openOn: null })
}
