import { useEffect } from 'react'
import { create } from 'zustand'

export interface KeyRow {
  /** What it does, in the user's language. */
  text: string
  keys: readonly string[]
}

/** The keys that work now, as `?` shows them. */
export const useKeyTables = create<{
  /** On every screen. */
  general: readonly KeyRow[]
  /** On the one that is shown; null: it has no others. */
  screen: {
    /** What they do is the text of their name under it. */ texts: string
    keys: readonly { name: string; keys: readonly string[] }[]
  } | null
}>(() => ({ general: [], screen: null }))

type ScreenKeys = NonNullable<ReturnType<typeof useKeyTables.getState>['screen']>

/** Has `?` show the keys of this screen, too. */
export function useScreenKeys(screen: ScreenKeys): void {
  useEffect(() => {
    useKeyTables.setState({ screen })
    return () => useKeyTables.setState({ screen: null })
  }, [screen])
}
