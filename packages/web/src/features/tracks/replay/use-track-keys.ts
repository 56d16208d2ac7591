import { indexAt } from '@trackway/core/track/columns.ts'
import { useRef } from 'react'
import { usePageEvent } from '../../../ui/keys/use-page-event.ts'
import { nextOnLine } from './place-at.ts'
import { useReplay } from './replay-context.ts'
import { openDialog } from './use-replay-dialog.ts'

const minuteMs = 60_000

/** The keys of the replay, as the dialog of keys lists them: `tracks.keys.<name>`. */
const trackKeys = [
  { name: 'play', keys: ['Space'] },
  { name: 'point', keys: ['←', '→'] },
  { name: 'minute', keys: ['Shift + ←', 'Shift + →'] },
  { name: 'rate', keys: ['↑', '↓'] },
  { name: 'trip', keys: ['J', 'L'] },
  { name: 'ends', keys: ['Home', 'End'] },
  { name: 'follow', keys: ['F'] },
  { name: 'skipStops', keys: ['S'] },
  { name: 'export', keys: ['E'] },
  { name: 'help', keys: ['?'] },
] as const

/** The keys that apply: a public link has no export. */
export function keysOf(isShared: boolean) {
  return trackKeys.filter(({ name }) => !isShared || name !== 'export')
}

/** Listens to the keys of the replay; not while a text is typed. */
export function useTrackKeys(): void {
  const { player, active, toTrip, isShared } = useReplay()
  const { track } = active
  /** What was clicked keeps the focus, but whoever clicks means the replay with the next key. */
  const clicked = useRef<Element | null>(null)
  usePageEvent(
    'pointerdown',
    ({ target }) => {
      clicked.current = target instanceof Element ? target.closest(clickable) : null
    },
    true,
  )
  const byPoint = (by: 1 | -1) => {
    const { time } = player.state
    const from = by === 1 ? indexAt(track, time + 1) : indexAt(track, time) - 1
    const index = nextOnLine(track, from, by)
    if (index >= 0) player.seek(track.fixTime[index]!)
  }
  const byArrow = (by: 1 | -1, isMinute: boolean) =>
    isMinute ? player.seek(player.state.time + by * minuteMs) : byPoint(by)
  const onKey = (event: KeyboardEvent) => {
    const { key, target, shiftKey, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || isTaken(event, clicked.current)) return
    const actions = new Map<string, () => void>([
      [' ', () => player.toggle()],
      ['ArrowLeft', () => byArrow(-1, shiftKey)],
      ['ArrowRight', () => byArrow(1, shiftKey)],
      ['ArrowUp', () => player.changeRate(1)],
      ['ArrowDown', () => player.changeRate(-1)],
      ['j', () => toTrip(-1)],
      ['l', () => toTrip(1)],
      ['f', () => player.set({ follows: !player.state.follows })],
      ['s', () => player.set({ skipsStops: !player.state.skipsStops })],
      ['Home', () => player.seek(player.range.from)],
      ['End', () => player.seek(player.range.to)],
      ['?', () => openDialog('keys')],
    ])
    if (!isShared) actions.set('e', () => openDialog('export'))
    const action = actions.get(key.length === 1 ? key.toLowerCase() : key)
    if (!action) return
    event.preventDefault()
    // A radio button that has the focus would else move on by the same key.
    event.stopPropagation()
    // Some browsers click a button when the space bar is let go.
    if (key === ' ' && target instanceof HTMLElement) target.blur()
    action()
  }
  usePageEvent('keydown', onKey, true)
}

const clickable = 'button, a, label, [role=tab]'
/** Where texts are typed and choices are made: every key has a use there. */
const typed =
  'input:not([type=radio], [type=checkbox], [readonly]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=dialog]'
/** What several keys work, once the focus was brought there by keys. */
const chosen = '[role=radiogroup], [role=tablist], [role=separator], input'
const ofChoices: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', ' ']

/** Has what is in focus a use of its own for the key? @param clicked what a pointer was pressed on last */
function isTaken({ target, key }: KeyboardEvent, clicked: Element | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(typed)) return true
  if (clicked?.contains(target)) return false
  if (target.closest(chosen)) return ofChoices.includes(key)
  return key === ' ' && target.closest(clickable) !== null
}
