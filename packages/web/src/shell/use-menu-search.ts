import { useChosenAccount } from '../base/chosen-account.ts'
import type { Screen } from '../base/screen.ts'
import { screenAt } from './access.ts'

/** Does the screen show the devices of an account that its address names? */
export function takesAccount({ search }: Screen): boolean {
  return (search?.({ userId: 1 }) as { userId?: unknown } | undefined)?.userId === 1
}

/** What the menu adds to the address of a screen, so that the customer chosen stays chosen. */
export function useMenuSearch(): (path: string) => { userId?: number } {
  const userId = useChosenAccount(({ id }) => id)
  return (path) => {
    const screen = userId === undefined ? undefined : screenAt(path)?.screen
    return screen && takesAccount(screen) ? { userId: userId! } : {}
  }
}
