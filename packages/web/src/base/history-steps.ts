import { useNavigate, useRouter } from '@tanstack/react-router'
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
  // how far a phone's list is drawn up beside what is looked at
  'sheet',
  // how a track is played
  'rate',
  'at',
  // a search, or an area, that is still being entered
  'area',
  'forDevice',
  'from',
  'to',
  'confirmSeconds',
])

/**
 * What is open over a screen: the vehicle, the fence, the alarm looked at, and the form. To open one is a step, so
 * that "back" closes it; the next one takes its place; and to close it goes back, so that it is not met again.
 */
const opening = new Set(['terminalID', 'chosen', 'alarm', 'edit'])

/** Does this change of an address amend the present step? For `replace` of `navigate`. */
export function amends(change: object): boolean {
  return Object.keys(change).every((name) => amending.has(name) || opening.has(name))
}

type Step = 'step' | 'open' | 'amend' | 'close'

/** What a change is for "back". */
export function stepOf(now: Record<string, unknown>, change: Record<string, unknown>): Step {
  const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))
  const changed = Object.keys(change).filter((name) => textOf(now[name]) !== textOf(change[name]))
  if (!changed.every((name) => amending.has(name) || opening.has(name))) return 'step'
  const openIn = (search: Record<string, unknown>) =>
    [...opening].filter((name) => textOf(search[name]) !== '').length
  const more = openIn({ ...now, ...change }) - openIn(now)
  if (more > 0) return 'open'
  return more < 0 ? 'close' : 'amend'
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This step opened something; the one before it has that closed. */
    hasOpened?: boolean
  }
}

/** Going back takes effect a little later: until then a second key must not go further. */
let isGoingBack = false

/**
 * Changes a part of the query of the page's address.
 * @returns the function that changes it; its second parameter follows from the change and is no step for "back"
 */
export function useUrlChange<S extends object>(): (part: S, following?: S) => void {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    (part, following) => {
      const { location } = router.history
      const step = stepOf(router.options.parseSearch(location.search), part as Record<string, unknown>)
      if (step === 'close' && location.state.hasOpened) {
        if (isGoingBack) return
        isGoingBack = true
        const stop = router.history.subscribe(() => {
          isGoingBack = false
          stop()
        })
        router.history.back()
        return
      }
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, ...following, ...part }),
        replace: step === 'amend' || step === 'close',
        state: (now: object) => (step === 'step' ? {} : step === 'open' ? { hasOpened: true } : now),
      } as never)
    },
    [navigate, router],
  )
}

/** The history of the page, as far as it is needed here. */
interface PageHistory {
  location: { pathname: string; search: string; state: { hasOpened?: boolean } }
  replace(path: string): void
  push(path: string, state?: object): void
}

/** A link to something open: "back" closes it and stays in the app. Call once, before the first screen is drawn. */
export function openOverScreen(
  history: PageHistory,
  {
    parse,
    stringify,
  }: {
    parse: (search: string) => Record<string, unknown>
    stringify: (search: Record<string, unknown>) => string
  },
): void {
  const { pathname, search, state } = history.location
  const query = parse(search)
  const closed = Object.entries(query).filter(([name]) => !opening.has(name))
  if (state.hasOpened || closed.length === Object.keys(query).length) return
  history.replace(pathname + stringify(Object.fromEntries(closed)))
  history.push(pathname + search, { hasOpened: true })
}
