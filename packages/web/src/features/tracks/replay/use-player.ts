import { useSyncExternalStore } from 'react'
import type { Player, PlayerState } from './player.ts'

/**
 * A part of the player's state for texts and buttons: looked at a few times a second while it plays, and drawn
 * again only when the part has changed. The cursor itself moves outside React.
 * @param partOf gives a plain value, not a new object each time
 */
export function usePlayerPart<Part extends string | number | boolean>(
  player: Player,
  partOf: (state: PlayerState) => Part,
): Part {
  return useSyncExternalStore(player.subscribeTexts, () => partOf(player.shown))
}
