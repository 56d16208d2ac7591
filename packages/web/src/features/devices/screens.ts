import type { deviceResetList } from '@trackway/core/features/devices/service-calls.ts'
import { screen } from '../../base/screen.ts'
import { type ListUrl, readAccount } from '../../ui/list/list-url.ts'
import { type DevicesUrl, deviceTabs, readDeviceUrl } from './device-tabs.ts'

const search = (raw: Record<string, unknown>): DevicesUrl => ({
  tab: deviceTabs.find((tab) => tab === raw.tab),
  ...readDeviceUrl(raw),
  add: raw.add === true || undefined,
  setUp: raw.setUp === undefined ? undefined : String(raw.setUp),
  ...readAccount(raw),
})
/** Whoever sees a device, in the list or on the map. */
const deviceViewers = ['main:devices_management', 'main:monitor'] as const
const component = async () => (await import('./DevicesScreen.tsx')).DevicesScreen

/** Links know the list by two routes, which open one screen: it is paged by the server on either. */
export const deviceScreens = [
  screen({
    path: '/index/device/deviceList',
    permission: ['main:devices_management'],
    menu: {
      section: 'vehicles',
      label: 'devices.title',
      covers: ['/index/device/deviceListV2', '/index/device/deviceInfo', '/index/device/deviceReset'],
    },
    search,
    component,
  }),
  screen({
    path: '/index/device/deviceListV2',
    permission: ['main:devices_management'],
    search,
    component,
  }),
  screen({
    path: '/index/device/deviceInfo',
    permission: deviceViewers,
    search: readDeviceUrl,
    component: async () => (await import('./page/DevicePage.tsx')).DevicePage,
  }),
  screen({
    path: '/index/device/deviceReset',
    permission: ['main:devices_reset', 'main:device_init'],
    search: (): ListUrl<typeof deviceResetList> => ({}),
    component: async () => (await import('./DeviceResetScreen.tsx')).DeviceResetScreen,
  }),
] as const
