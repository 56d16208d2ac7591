import type { DeviceType } from '@trackway/core/features/devices/calls.ts'

/** A device type as the server returns it. */
export function aDeviceType(
  id: number,
  name: string,
  wire: string,
  more: Partial<DeviceType> = {},
): DeviceType {
  return {
    id,
    name,
    wire,
    label: null,
    isOfflineCapable: false,
    iconType: 'car',
    pictureId: null,
    trackOptimisation: false,
    ids: 'usual',
    importProtocol: 0,
    sensors: [],
    workModes: [],
    ...more,
  }
}
