import type { Location } from '@trackway/core/api/monitor/locations.ts'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import { type ComponentType, lazy } from 'react'
import { DeviceAlarms } from '../../alarms/live/DeviceAlarms.tsx'
import { CardFacts } from './CardFacts.tsx'
import { TodayTab } from './TodayTab.tsx'

/** With forms and lists, which the other tabs do without. */
const CommandDesk = lazy(async () => ({
  default: (await import('../../commands/desk/CommandDesk.tsx')).CommandDesk,
}))
const DeviceFences = lazy(async () => ({
  default: (await import('../../fences/vehicle/DeviceFences.tsx')).DeviceFences,
}))

interface CardTab {
  /** Its name is `locations.tabs.<key>`. */
  key: string
  /** Any one of these shows it; none: everybody. */
  permission: readonly Permission[]
  component: ComponentType<{ device: Location }>
}

/** The tabs of the card, in their order. What a feature tells of one vehicle joins as a row. */
export const cardTabs: readonly CardTab[] = [
  { key: 'now', permission: [], component: ({ device }) => <CardFacts device={device} tab="now" /> },
  { key: 'today', permission: ['main:track'], component: TodayTab },
  {
    key: 'alarms',
    permission: ['main:alarms'],
    component: ({ device }) => <DeviceAlarms terminalID={device.terminalID} />,
  },
  {
    key: 'commands',
    permission: ['main:command'],
    component: ({ device }) => <CommandDesk isNarrow terminalIDs={[device.terminalID]} />,
  },
  { key: 'fences', permission: ['main:fence'], component: DeviceFences },
  { key: 'device', permission: [], component: ({ device }) => <CardFacts device={device} tab="device" /> },
]
