import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { ComponentType } from 'react'

/** The sections of the main menu. */
export type SectionName =
  | 'monitor'
  | 'replay'
  | 'alarms'
  | 'places'
  | 'reports'
  | 'vehicles'
  | 'customers'
  | 'orders'
  | 'system'
  | 'factory'

export interface EntryName {
  /** Key of its name, which is the title of the screen, too. */
  label: string
  /** The heading in its section that it is found under, a key below `app.menu.group`. */
  group?: string
}

/** The place of a screen in the main menu: an entry of its section, or one for each of its parts. */
export type MenuPlace = {
  section: SectionName
  /** Further screens for which this entry is highlighted; screens below the address of one are, too. */
  covers?: readonly string[]
  /** Who has the entry, where the screen itself is open to more. */
  permission?: readonly Permission[]
} & (EntryName | { parts: Record<string, EntryName> })

/** A screen as its feature describes it. The shell mounts it: route, guard and menu follow from this row. */
export interface Screen {
  /** A last part `$name` is a parameter with one of `parts` as its value. */
  path: `/${string}`
  /** Any one of these keys opens it; `public`: whoever has the link. */
  permission: readonly Permission[] | 'public'
  /** The values of the last part of the path, and which keys open each. The path above leads to the first. */
  parts?: Record<string, readonly Permission[]>
  menu?: MenuPlace
  /** Reads the query of its address; nonsense counts as absent. */
  search?: (raw: Record<string, unknown>) => object
  /** What of its query stays when the menu leads to another part of it. */
  kept?: (search: object) => object
  /** Loads its code when it is first opened. */
  component: () => Promise<ComponentType>
}

/** Describes a screen; its path and query stay known to the types of links that lead to it. */
export function screen<const S extends Screen>(row: S): S {
  return row
}
