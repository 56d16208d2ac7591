import { limits } from '@trackway/core/codes/limits.ts'
import { readPeriod } from '../../ui/period/period.ts'
import { type Rate, rates } from './replay/player.ts'

/** URL parameters of the replay: which devices, which days of the account's calendar, and how it is played. */
export interface TrackUrlState {
  /** The active device. */
  terminalID?: string
  /** All of them in the order of their colours, with commas between; left out where there is one. */
  devices?: string
  first?: string
  last?: string
  rate?: Rate
  /** First position of the cursor, epoch ms. */
  at?: number
}

export function readTrackUrl(search: Record<string, unknown>): TrackUrlState {
  const terminalID = readId(search.terminalID)
  const devices = readId(search.devices)
  const range = readPeriod(search.first, search.last, limits.trackDays)
  const rate = rates.find((each) => each === search.rate)
  const at = Number(search.at)
  return {
    ...(terminalID !== undefined && { terminalID }),
    ...(devices !== undefined && { devices }),
    ...range,
    ...(rate && { rate }),
    ...(at > 0 && { at }),
  }
}

/** The devices of a link, each once and no more than can be shown; the active one is among them. */
export function devicesOf({ terminalID, devices }: TrackUrlState): string[] {
  const named = (devices?.split(',') ?? []).filter((id) => id !== '')
  const all = terminalID && !named.includes(terminalID) ? [terminalID, ...named] : named
  return [...new Set(all)].slice(0, limits.trackDevices)
}

/** The part of a link that names the devices. */
export function urlStateOfDevices(devices: readonly string[], active: string | undefined): TrackUrlState {
  const terminalID = active !== undefined && devices.includes(active) ? active : devices[0]
  return {
    ...(terminalID !== undefined && { terminalID }),
    ...(devices.length > 1 && { devices: devices.join(',') }),
  }
}

// A link may hold the digits without quotes: the router then reads a number.
function readId(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
