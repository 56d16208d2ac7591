import { create } from 'zustand'
import { recall, remember } from '../stored.ts'

/** The vehicle that is looked at, by its terminal id: it stays chosen from screen to screen. */
export const useChosenDevice = create<{ terminalID: string | undefined }>(() => ({ terminalID: undefined }))

/** Remembered for as long as the session. */
export function chooseDevice(terminalID: string | undefined): void {
  if (useChosenDevice.getState().terminalID === terminalID) return
  useChosenDevice.setState({ terminalID })
  remember('selectedTid', terminalID)
}

/** Call once the storage is open. */
export function restoreChosenDevice(): void {
  const terminalID = recall('selectedTid')
  if (typeof terminalID === 'string') useChosenDevice.setState({ terminalID })
}
