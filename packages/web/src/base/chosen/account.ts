import { create } from 'zustand'
import { recall, remember } from '../stored.ts'

/** The customer whose devices are looked at: it stays chosen from screen to screen. Undefined: one's own account. */
export const useChosenAccount = create<{ id: number | undefined }>(() => ({ id: undefined }))

/** Remembered for as long as the session. */
export function chooseAccount(id: number | undefined): void {
  if (useChosenAccount.getState().id === id) return
  useChosenAccount.setState({ id })
  remember('selectAgentId', id)
}

/** Call once the storage is open. */
export function restoreChosenAccount(): void {
  const id = recall('selectAgentId')
  if (typeof id === 'number') useChosenAccount.setState({ id })
}
