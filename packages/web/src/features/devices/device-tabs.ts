import type { deviceList } from '@trackway/core/features/devices/calls.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** The tabs beside the registered devices: what waits to be registered, and what was recorded. */
export const deviceTabs = ['waiting', 'events'] as const
export type DeviceTab = (typeof deviceTabs)[number]

/** The tabs of the workbench of one device. */
export const workbenchTabs = [
  'details',
  'service',
  'customer',
  'track',
  'commands',
  'history',
  'links',
  'settings',
] as const
export type WorkbenchTab = (typeof workbenchTabs)[number]

/** Of the list, and of the device whose workbench lies over it. */
export interface DevicesUrl extends ListUrl<typeof deviceList> {
  tab?: DeviceTab | undefined
  device?: string | undefined
  card?: WorkbenchTab | undefined
  /** The form for a new device is open. */
  add?: true | undefined
  /** The device that is being connected. */
  setUp?: string | undefined
}
