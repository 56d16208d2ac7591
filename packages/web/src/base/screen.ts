import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { ComponentType } from 'react'

/** Its place in the main menu. */
export interface MenuPlace {
  /** Key of its name. */
  label: string
  icon: ComponentType
  /** Drawn at the corner of the icon. */
  badge?: ComponentType
  /** Further screens for which this menu entry is highlighted. */
  covers?: readonly string[]
  /** Who has the menu entry, where the screen itself is open to more. */
  permission?: readonly Permission[]
  /** Its buttons in the bottom bar of a phone; without any it is found under "Me". */
  phone?: readonly { label: string; icon: ComponentType; search?: Record<string, string> }[]
}

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
  /** Loads its code when it is first opened. */
  component: () => Promise<ComponentType>
}

/** Describes a screen; its path and query stay known to the types of links that lead to it. */
export function screen<const S extends Screen>(row: S): S {
  return row
}
