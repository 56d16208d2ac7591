import type { deviceList } from '@trackway/core/features/devices/calls.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** The tabs beside the registered devices: their groups, what waits to be registered, and what was recorded. */
export const deviceTabs = ['groups', 'waiting', 'events'] as const
export type DeviceTab = (typeof deviceTabs)[number]

/** The parts of the page of one device. */
export const deviceParts = [
  ...(['details', 'service', 'customer', 'trips', 'alarms', 'limits'] as const),
  ...(['now', 'commands', 'links', 'history'] as const),
] as const
export type DevicePart = (typeof deviceParts)[number]

/** As links of earlier versions call them, which lead to the list of devices. */
const formerParts: Record<string, DevicePart> = { track: 'now', settings: 'trips' }

/** The page of a device: which one, and which part of it. */
export interface DeviceUrl {
  device?: string | undefined
  part?: DevicePart | undefined
}

export function readDeviceUrl({ device, part, card = part }: Record<string, unknown>): DeviceUrl {
  return {
    device: device === undefined ? undefined : String(device),
    part: formerParts[String(card)] ?? deviceParts.find((each) => each === card),
  }
}

/** Of the list. */
export interface DevicesUrl extends ListUrl<typeof deviceList>, DeviceUrl {
  tab?: DeviceTab | undefined
  /** The form for a new device is open. */
  add?: true | undefined
  /** The devices that are being connected, joined with `_`. */
  setUp?: string | undefined
}
