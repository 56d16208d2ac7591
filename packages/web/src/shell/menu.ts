import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import type { MenuPlace, Screen } from '../base/screen.ts'
import { isPermitted } from './access.ts'
import { pathAbove, screens } from './screens.ts'

export interface MenuEntry extends Required<Omit<MenuPlace, 'permission' | 'badge'>> {
  path: string
  badge: MenuPlace['badge'] | null
}

/** The entries of the main menu that these permissions open, from top to bottom. */
export function menuOf(held: readonly Permission[]): readonly MenuEntry[] {
  return (screens as readonly Screen[]).flatMap(({ path, menu }) => {
    const entry = pathAbove(path)
    if (!menu || !isPermitted(held, entry) || !holdsAny(held, menu.permission ?? [])) return []
    const { label, icon, badge = null, covers = [], phone = [] } = menu
    return [{ path: entry, label, icon, badge, covers, phone }]
  })
}

/**
 * Which button of the phone's bar is current at this address: of several to one screen, the one whose query it has.
 * @returns its label
 */
export function phoneLinkAt(
  entries: readonly MenuEntry[],
  path: string,
  search: Record<string, unknown>,
): string | undefined {
  const links = entries.find((entry) => entry.path === path || entry.covers.includes(path))?.phone ?? []
  const named = links.find(
    (link) => link.search && Object.entries(link.search).every(([name, value]) => search[name] === value),
  )
  return (named ?? links.find((link) => !link.search))?.label
}

/** Where a session with these permissions begins: its first screen, or the page that says there is none. */
export function homeOf(held: readonly Permission[]): string {
  return menuOf(held)[0]?.path ?? '/index'
}
