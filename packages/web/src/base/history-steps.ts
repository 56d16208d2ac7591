import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * What "back" undoes, on every screen: a tab, a filter, an order, a page are steps of their own. These parts of
 * an address are not. They change while one types, draws, plays or looks around, and amend the step they belong
 * to; else "back" would take letter after letter away before it led anywhere.
 */
const amending = new Set([
  // what is typed into a field
  'search',
  'q',
  // the vehicle or the alarm looked at, and how far a phone's list is drawn up beside it
  'terminalID',
  'chosen',
  'alarm',
  'sheet',
  // how a track is played
  'rate',
  'at',
  // a question that is still being put together
  'area',
  'from',
  'to',
  'confirmSeconds',
])

/** Does this change of an address amend the present step? For `replace` of `navigate`. */
export function amends(change: object): boolean {
  return Object.keys(change).every((name) => amending.has(name))
}

/**
 * Changes a part of the query of the page's address.
 * @returns what does it; its second parameter is what follows from the change, and says nothing of "back"
 */
export function useUrlChange<S extends object>(): (part: S, following?: S) => void {
  const navigate = useNavigate()
  return useCallback(
    (part, following) =>
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, ...following, ...part }),
        replace: amends(part),
      }),
    [navigate],
  )
}
