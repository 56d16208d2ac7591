import { useSyncExternalStore } from 'react'
import type { Player, PlayerState } from './player.ts'

/** The player's state for texts and buttons: renewed a few times a second while it plays. */
export function usePlayer(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribeTexts, () => player.shown)
}
