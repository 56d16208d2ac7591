import { useRouterState } from '@tanstack/react-router'
import { useChosenAccount } from '../../base/chosen/account.ts'
import { useChosenDevice } from '../../base/chosen/device.ts'
import type { Screen } from '../../base/screen.ts'
import { screenAt } from '../access.ts'

/** The account and the device that a screen shows, by its URL parameters. */
interface Choice {
  userId?: number | undefined
  terminalID?: string | undefined
}

/** What a screen reads of that in the query of its address. */
export function readChoice({ search }: Screen, query: object): Choice {
  return (search?.(query as Record<string, unknown>) ?? {}) as Choice
}

/** Does the screen show the devices of an account, or one device, that its address names? */
export function takes(screen: Screen): { userId: boolean; terminalID: boolean } {
  const { userId, terminalID } = readChoice(screen, { userId: 1, terminalID: '1' })
  return { userId: userId === 1, terminalID: terminalID === '1' }
}

/**
 * What the menu adds to the address of a screen, so that the customer and the vehicle chosen stay chosen, and between
 * the parts of a screen what it keeps.
 */
export function useMenuSearch(): (path: string) => Choice {
  const userId = useChosenAccount(({ id }) => id)
  const terminalID = useChosenDevice((chosen) => chosen.terminalID)
  const { pathname, search } = useRouterState({ select: (state) => state.location })
  const shown = screenAt(pathname)?.screen
  return (path) => {
    const screen = screenAt(path)?.screen
    if (!screen) return {}
    if (screen === shown && screen.kept) return screen.kept(search)
    const taken = takes(screen)
    return {
      ...(taken.userId && userId !== undefined && { userId }),
      ...(taken.terminalID && terminalID !== undefined && { terminalID }),
    }
  }
}
