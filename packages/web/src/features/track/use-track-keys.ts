import type { Track } from '@trackway/core/track/columns.ts'
import { indexAt } from '@trackway/core/track/columns.ts'
import { useEffect } from 'react'
import type { Player } from './player.ts'

const minuteMs = 60_000

/**
 * Space plays; left and right go by a point, with Shift by a minute; up and down change the speed; J and L go
 * by trips; F follows; S skips stops; Home and End. Not while a text is typed.
 */
export function useTrackKeys(player: Player, track: Track, onTrip: (by: 1 | -1) => void): void {
  useEffect(() => {
    const byPoint = (by: 1 | -1) => {
      const { time } = player.state
      const index = by === 1 ? indexAt(track, time + 1) : indexAt(track, time) - 1
      const fixTime = track.fixTime[index]
      if (fixTime !== undefined) player.seek(fixTime)
    }
    const actions = new Map<string, (event: KeyboardEvent) => void>([
      [' ', () => player.toggle()],
      ['ArrowLeft', ({ shiftKey }) => (shiftKey ? player.seek(player.state.time - minuteMs) : byPoint(-1))],
      ['ArrowRight', ({ shiftKey }) => (shiftKey ? player.seek(player.state.time + minuteMs) : byPoint(1))],
      ['ArrowUp', () => player.changeRate(1)],
      ['ArrowDown', () => player.changeRate(-1)],
      ['j', () => onTrip(-1)],
      ['l', () => onTrip(1)],
      ['f', () => player.setFollows(!player.state.follows)],
      ['s', () => player.setSkipsStops(!player.state.skipsStops)],
      ['Home', () => player.seek(player.range.from)],
      ['End', () => player.seek(player.range.to)],
    ])
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const action = actions.get(event.key.length === 1 ? event.key.toLowerCase() : event.key)
      if (!action) return
      event.preventDefault()
      action(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [player, track, onTrip])
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
