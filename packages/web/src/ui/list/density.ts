import { limits } from '@trackway/core/codes/limits.ts'
import { create } from 'zustand'
import { recall, remember } from '../../base/stored.ts'

/** Rows of a page with compact rows, unless the address says another number. */
const compactPageSize = 50

/** Null until it is looked up: what is stored is opened after this module is loaded. */
const useStore = create<{ isCompact: boolean | null }>(() => ({ isCompact: null }))

const isCompactNow = () => useStore.getState().isCompact ?? recall('compactRows') === true

/** Are the rows of all tables low? The browser remembers it. */
export function useCompactRows(): boolean {
  return useStore(({ isCompact }) => isCompact) ?? recall('compactRows') === true
}

export function setCompactRows(isCompact: boolean): void {
  remember('compactRows', isCompact)
  useStore.setState({ isCompact })
}

/** Rows of a page where the address does not say it. */
export const usualPageSize = () => (isCompactNow() ? compactPageSize : limits.defaultPageSize)
