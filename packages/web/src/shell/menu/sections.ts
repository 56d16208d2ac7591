import {
  BarChartOutlined,
  BellOutlined,
  CarOutlined,
  EnvironmentOutlined,
  FileTextOutlined,
  HistoryOutlined,
  PushpinOutlined,
  SettingOutlined,
  TeamOutlined,
  ToolOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { SectionName } from '../../base/screen.ts'
import { UnreadBadge } from '../../features/alarms/live/UnreadBadge.tsx'
import { ServiceDot } from '../../features/auto-renewals/ServiceDot.tsx'

export interface Section {
  name: SectionName
  icon: ComponentType
  /** The letter that opens it after `g`. */
  key: string
  /** Drawn at the corner of the icon. */
  badge?: ComponentType
  /** Below the line. */
  isApart?: boolean
  /** Its buttons in the bottom bar of a phone; without any it is found under "Me". */
  phone?: readonly { label: string; icon: ComponentType; search?: Record<string, string> }[]
}

/** The main menu from top to bottom; each screen says in which section it is. */
export const sections: readonly Section[] = [
  {
    name: 'monitor',
    icon: EnvironmentOutlined,
    key: 'm',
    phone: [
      { label: 'app.menu.map', icon: EnvironmentOutlined },
      { label: 'app.menu.list', icon: UnorderedListOutlined, search: { sheet: 'full' } },
    ],
  },
  {
    name: 'replay',
    icon: HistoryOutlined,
    key: 'r',
    phone: [{ label: 'app.menu.replay', icon: HistoryOutlined }],
  },
  {
    name: 'alarms',
    icon: BellOutlined,
    key: 'a',
    badge: UnreadBadge,
    phone: [{ label: 'app.menu.alarms', icon: BellOutlined }],
  },
  { name: 'places', icon: PushpinOutlined, key: 'p' },
  { name: 'reports', icon: BarChartOutlined, key: 's' },
  { name: 'vehicles', icon: CarOutlined, key: 'v', badge: ServiceDot },
  { name: 'customers', icon: TeamOutlined, key: 'c' },
  { name: 'orders', icon: FileTextOutlined, key: 'o', isApart: true },
  { name: 'system', icon: SettingOutlined, key: 'y', isApart: true },
  { name: 'factory', icon: ToolOutlined, key: 'f', isApart: true },
]
