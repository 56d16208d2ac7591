import { create } from 'zustand'

export interface Confirmation {
  title: string
  text: string
  /** The button that does it: a verb. */
  okLabel: string
  /** The user must type this first; for what cannot be undone. */
  typed?: string | undefined
  /** Does it. A text that it returns is shown as a message. */
  onOk: () => Promise<unknown>
  onCancel?: (() => void) | undefined
}

export const useConfirmation = create<{ confirmation: Confirmation | null }>(() => ({ confirmation: null }))

/**
 * Asks the user before something is deleted or cannot be undone. One at a time; navigating away closes it.
 * A failure is shown in the dialog, which then stays open.
 */
export function confirm(confirmation: Confirmation): void {
  useConfirmation.setState({ confirmation })
}

export function closeConfirm(): void {
  useConfirmation.setState({ confirmation: null })
}
