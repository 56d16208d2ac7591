import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import type { EntryName, Screen, SectionName } from '../../base/screen.ts'
import { isPermitted } from '../access.ts'
import { pathAbove, screens } from '../screens.ts'
import { type Section, sections } from './sections.ts'

export interface MenuEntry {
  path: string
  /** Key of its name. */
  label: string
  group: string | null
  covers: readonly string[]
}

export interface MenuSection extends Section {
  /** Key of its name. */
  label: string
  /** That of its first entry. */
  path: string
  entries: readonly [MenuEntry, ...MenuEntry[]]
}

interface OwnedEntry extends MenuEntry {
  section: SectionName
  permission: readonly Permission[]
}

const allEntries: readonly OwnedEntry[] = (screens as readonly Screen[]).flatMap(({ path, menu }) => {
  if (!menu) return []
  const above = pathAbove(path)
  const { section, covers = [], permission = [] } = menu
  const entry = (path: string, { label, group }: EntryName): OwnedEntry => ({
    section,
    path,
    label,
    group: group ?? null,
    covers,
    permission,
  })
  if (!('parts' in menu)) return [entry(above, menu)]
  return Object.entries(menu.parts).map(([part, name]) => entry(`${above}/${part}`, name))
})

/** The sections of the main menu with what these permissions open of each, from top to bottom. */
export function menuOf(held: readonly Permission[]): readonly MenuSection[] {
  return sections.flatMap((section) => {
    const [first, ...others] = allEntries.filter(
      (entry) =>
        entry.section === section.name && isPermitted(held, entry.path) && holdsAny(held, entry.permission),
    )
    if (!first) return []
    const label = `app.menu.${section.name}`
    return [Object.assign({ label, path: first.path, entries: [first, ...others] as const }, section)]
  })
}

/** Where an address has its place in a menu: in which section, and under which entry if that has one for it. */
export function placeAt(
  menu: readonly MenuSection[],
  path: string,
): { section: MenuSection; entry: MenuEntry | undefined } | undefined {
  const named = allEntries.find((entry) => isAt(entry, path))
  const section = menu.find(({ name }) => name === named?.section)
  return section && { section, entry: section.entries.find((entry) => isAt(entry, path)) }
}

/**
 * Which button of the phone's bar is current at this address: of several to one section, the one whose query it has.
 * @returns its label
 */
export function phoneLinkAt(
  menu: readonly MenuSection[],
  path: string,
  search: Record<string, unknown>,
): string | undefined {
  const links = placeAt(menu, path)?.section.phone ?? []
  const named = links.find(
    (link) => link.search && Object.entries(link.search).every(([name, value]) => search[name] === value),
  )
  return (named ?? links.find((link) => !link.search))?.label
}

/** Where a session with these permissions begins: its first screen, or the page that says there is none. */
export function homeOf(held: readonly Permission[]): string {
  return menuOf(held)[0]?.path ?? '/index'
}

function isAt({ path, covers }: MenuEntry, at: string): boolean {
  return [path, ...covers].some((each) => at === each || at.startsWith(`${each}/`))
}
