import {
  BarChartOutlined,
  CarOutlined,
  EnvironmentOutlined,
  FileSearchOutlined,
  HistoryOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { RoleId } from '@trackway/core/codes/roles.ts'
import type { ComponentType } from 'react'
import { isPermitted } from './access.ts'

export interface MenuEntry {
  path: '/index/home' | '/index/track' | '/index/count' | '/index/checkCar' | '/index/device/deviceList'
  /** For whom it is offered, where its own path is open to more. */
  access?: string
  /** Key of its name. */
  label: string
  icon: ComponentType
  /** Its buttons in the bottom bar of a phone; without any it is found under "Me". */
  phone: readonly { label: string; icon: ComponentType; search?: Record<string, string> }[]
}

/** The main menu, from top to bottom. A screen that is built adds its row here. */
const menu: readonly MenuEntry[] = [
  {
    path: '/index/home',
    label: 'app.menu.monitor',
    icon: EnvironmentOutlined,
    phone: [
      { label: 'app.menu.map', icon: EnvironmentOutlined },
      { label: 'app.menu.list', icon: UnorderedListOutlined, search: { sheet: 'full' } },
    ],
  },
  {
    path: '/index/track',
    label: 'app.menu.replay',
    icon: HistoryOutlined,
    phone: [{ label: 'app.menu.replay', icon: HistoryOutlined }],
  },
  {
    path: '/index/count',
    access: '/index/count/countMileage',
    label: 'app.menu.statistics',
    icon: BarChartOutlined,
    phone: [],
  },
  { path: '/index/checkCar', label: 'app.menu.checkCar', icon: FileSearchOutlined, phone: [] },
  { path: '/index/device/deviceList', label: 'app.menu.devices', icon: CarOutlined, phone: [] },
]

/** What this role may open. */
export function menuOf(role: RoleId): readonly MenuEntry[] {
  return menu.filter((entry) => isPermitted(role, entry.access ?? entry.path))
}

/**
 * Which button of the phone's bar stands for this address: of several to one screen, the one whose query it has.
 * @returns its label
 */
export function phoneLinkAt(
  entries: readonly MenuEntry[],
  path: string,
  search: Record<string, unknown>,
): string | undefined {
  const links = entries.find((entry) => entry.path === path)?.phone ?? []
  const named = links.find(
    (link) => link.search && Object.entries(link.search).every(([name, value]) => search[name] === value),
  )
  return (named ?? links.find((link) => !link.search))?.label
}

/** Where a role lands after signing in: its first screen, or the page that says there is none. */
export function homeOf(role: RoleId): string {
  return menuOf(role)[0]?.path ?? '/index'
}
