import { useState } from 'react'

export interface Undo<T> {
  value: T
  /** A step that can be undone; what was undone before can no longer be done again. */
  set: (value: T) => void
  /** Null while there is nothing to undo. */
  undo: (() => void) | null
  redo: (() => void) | null
  isChanged: boolean
}

/** As many steps are kept. */
const maxSteps = 200

/** A value whose changes can be undone and done again. */
export function useUndo<T>(initial: T): Undo<T> {
  const [{ steps, at, first }, setState] = useState({ steps: [initial], at: 0, first: initial })
  const value = steps[at]!
  const go = (by: 1 | -1) => () => setState((now) => ({ ...now, at: now.at + by }))
  return {
    value,
    set: (next) =>
      setState((now) => {
        const kept = [...now.steps.slice(0, now.at + 1), next].slice(-maxSteps)
        return { ...now, steps: kept, at: kept.length - 1 }
      }),
    undo: at > 0 ? go(-1) : null,
    redo: at < steps.length - 1 ? go(1) : null,
    isChanged: value !== first,
  }
}
