import { indexAt } from '@trackway/core/track/columns.ts'
import { useEffect } from 'react'
import { nextOnLine } from './place-at.ts'
import { useReplay } from './replay-context.ts'
import { openDialog } from './use-replay-dialog.ts'

const minuteMs = 60_000

/** The keys of the replay, as the dialog of keys lists them: `track.keys.<name>`. */
export const trackKeys = [
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

/** Listens to the keys of the replay; not while a text is typed. */
export function useTrackKeys(): void {
  const { player, front, toTrip, isShared } = useReplay()
  const { track } = front
  useEffect(() => {
    const byPoint = (by: 1 | -1) => {
      const { time } = player.state
      const from = by === 1 ? indexAt(track, time + 1) : indexAt(track, time) - 1
      const index = nextOnLine(track, from, by)
      if (index >= 0) player.seek(track.fixTime[index]!)
    }
    const actions = new Map<string, (event: KeyboardEvent) => void>([
      [' ', () => player.toggle()],
      ['ArrowLeft', ({ shiftKey }) => (shiftKey ? player.seek(player.state.time - minuteMs) : byPoint(-1))],
      ['ArrowRight', ({ shiftKey }) => (shiftKey ? player.seek(player.state.time + minuteMs) : byPoint(1))],
      ['ArrowUp', () => player.changeRate(1)],
      ['ArrowDown', () => player.changeRate(-1)],
      ['j', () => toTrip(-1)],
      ['l', () => toTrip(1)],
      ['f', () => player.setFollows(!player.state.follows)],
      ['s', () => player.setSkipsStops(!player.state.skipsStops)],
      ['Home', () => player.seek(player.range.from)],
      ['End', () => player.seek(player.range.to)],
      ['?', () => openDialog('keys')],
    ])
    if (!isShared) actions.set('e', () => openDialog('export'))
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const action = actions.get(event.key.length === 1 ? event.key.toLowerCase() : event.key)
      if (!action) return
      event.preventDefault()
      action(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [player, track, toTrip, isShared])
}

/** Fields, lists, buttons and dialogs have uses of their own for these keys. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, button, a, [contenteditable], [role=listbox], [role=dialog], [role=radiogroup]',
    ) !== null
  )
}
