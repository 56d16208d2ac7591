import {
  AimOutlined,
  BorderOuterOutlined,
  CheckSquareOutlined,
  CompassOutlined,
  CopyOutlined,
  EditOutlined,
  EyeOutlined,
  FilterOutlined,
  HistoryOutlined,
  PictureOutlined,
  ShareAltOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import type { Language } from '@trackway/core/codes/languages.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import { liveShareLimits } from '@trackway/core/features/live-shares/calls.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { isInMainlandChina } from '@trackway/core/geo/china.ts'
import type { ReactNode } from 'react'
import { textOfArea } from '../../../map/drawing/area-text.ts'
import { navigateUrl, streetViewUrl } from './map-links.ts'

/** What the monitor itself does with vehicles. */
export interface MonitorVerbs {
  /** Keeps it in the middle of the map; of several each has a map of its own. */
  follow(devices: readonly Location[]): void
  share(devices: readonly Location[]): void
  copyIds(devices: readonly Location[]): void
  /** Shows these alone. */
  watchOnly(devices: readonly Location[]): void
  /** Adds it to those that are chosen, or takes it away. */
  choose(devices: readonly Location[]): void
}

/** A screen of the app with its query. */
export interface ScreenLink {
  to: `/index/${string}`
  search: object
}

export interface VehicleAction {
  /** Its name is `locations.action.<key>`. */
  key: string
  icon: ReactNode
  /** Any one of these keys offers it. */
  permission?: readonly Permission[]
  /** Only for vehicles whose place is known. */
  needsPlace?: boolean
  isFor?: (device: Location) => boolean
  /** How many it takes at once; by default one. */
  most?: number
  /** Only in menus: on the card it would mean nothing. */
  isOnlyInMenu?: boolean
  /** One of these three. The first two are links, which can be opened beside the page. */
  link?: (devices: readonly Location[]) => ScreenLink
  url?: (device: Location, language: Language) => string
  verb?: keyof MonitorVerbs
}

/** So many are followed at once, a map each. */
const mostFollowed = 4
/** Of a fence around a vehicle, until it is drawn otherwise. */
const fenceRadiusM = 300

const placeOf = ({ lat, lon, displayName }: Location) => ({ lat: lat!, lon: lon!, name: displayName })

/** What can be done with vehicles, in the menus and on the card. What a feature offers joins as a row. */
export const vehicleActions: readonly VehicleAction[] = [
  { key: 'follow', icon: <AimOutlined />, needsPlace: true, most: mostFollowed, verb: 'follow' },
  {
    key: 'replay',
    icon: <HistoryOutlined />,
    permission: ['main:track'],
    most: limits.trackDevices,
    link: (devices) => ({
      to: '/index/track',
      search: {
        terminalID: devices[0]!.terminalID,
        ...(devices.length > 1 && { devices: devices.map(({ terminalID }) => terminalID).join(',') }),
      },
    }),
  },
  {
    key: 'navigate',
    icon: <CompassOutlined />,
    needsPlace: true,
    url: (device, language) => navigateUrl(placeOf(device), language),
  },
  {
    key: 'streetView',
    icon: <EyeOutlined />,
    needsPlace: true,
    isFor: ({ lat, lon }) => !isInMainlandChina(lon!, lat!),
    url: (device) => streetViewUrl(placeOf(device)),
  },
  { key: 'share', icon: <ShareAltOutlined />, most: liveShareLimits.devices, verb: 'share' },
  {
    key: 'fence',
    icon: <BorderOuterOutlined />,
    permission: ['main:fence'],
    needsPlace: true,
    link: ([device]) => ({
      to: '/index/fence',
      search: {
        edit: 'new',
        area: textOfArea({ shape: 'circle', lat: device!.lat!, lon: device!.lon!, radiusM: fenceRadiusM }),
        forDevice: device!.terminalID,
      },
    }),
  },
  {
    key: 'commands',
    icon: <ThunderboltOutlined />,
    permission: ['main:command'],
    link: ([device]) => ({ to: '/index/directive', search: { terminalID: device!.terminalID } }),
  },
  {
    key: 'media',
    icon: <PictureOutlined />,
    isOnlyInMenu: true,
    link: ([device]) => ({ to: '/index/media', search: { terminalID: device!.terminalID } }),
  },
  {
    key: 'details',
    icon: <EditOutlined />,
    permission: ['main:devices_management'],
    link: ([device]) => ({
      to: '/index/device/deviceInfo',
      search: { device: device!.terminalID },
    }),
  },
  {
    key: 'copyId',
    icon: <CopyOutlined />,
    most: limits.devicesPerOperation,
    isOnlyInMenu: true,
    verb: 'copyIds',
  },
  {
    key: 'watchOnly',
    icon: <FilterOutlined />,
    most: limits.monitoredDevices,
    isOnlyInMenu: true,
    verb: 'watchOnly',
  },
  { key: 'choose', icon: <CheckSquareOutlined />, isOnlyInMenu: true, verb: 'choose' },
]

/** Those for these vehicles, as far as the permissions go. One that takes fewer at once is among them. */
export function actionsFor(
  devices: readonly Location[],
  mayAny: (permission: readonly Permission[]) => boolean,
): readonly VehicleAction[] {
  return vehicleActions.filter(({ permission = [], needsPlace = false, isFor, most = 1 }) => {
    if (!mayAny(permission)) return false
    if (devices.length > 1 && most === 1) return false
    if (needsPlace && !devices.every(({ lat, lon }) => lat !== null && lon !== null)) return false
    return isFor === undefined || devices.every(isFor)
  })
}
