import { useQuery } from '@tanstack/react-query'
import { limits } from '@trackway/core/codes/limits.ts'
import { type FormerDevice, oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { textOfCell } from '@trackway/core/rules/csv.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { terminalIdPattern } from '@trackway/core/rules/validation.ts'
import { api } from '../../base/api.ts'

/** As many as one list holds; beyond it vehicles are named by their ids. */
export const listedVehicles = 10_000

/** More ids than this make an address that proxies and servers refuse. */
export const maxChosenDevices = 500

/** The vehicles an address names: terminal ids with `_` between them, which need not be escaped; `~` is a `_` of an id. */
export function readDevices(text: string | undefined): string[] {
  const ids = text?.split('_').map((id) => id.replaceAll('~', '_')) ?? []
  return [...new Set(ids.filter((id) => terminalIdPattern.test(id)))].slice(0, maxChosenDevices)
}

/** The same as a URL parameter; none means all. */
export function writeDevices(ids: readonly string[]): string | undefined {
  return ids.length > 0 ? ids.map((id) => id.replaceAll('_', '~')).join('_') : undefined
}

export interface Vehicle {
  terminalID: string
  name: string
  /** The account it belongs to. */
  username: string
  /** All it may be searched by, in small letters. */
  words: string
  /** It went to another account then: only what was before is seen. */
  untilTime?: number
}

interface VehicleQuery {
  /** Also those that the account had before, whose past it still sees; they come last. */
  withFormer?: boolean
}

/** The vehicles to choose from, at and below an account. */
export function useVehicles(
  userId: number | undefined,
  isEnabled: boolean,
  { withFormer = false }: VehicleQuery = {},
) {
  return useQuery({
    queryKey: ['vehicles', userId, withFormer],
    queryFn: async ({ signal }) => {
      const whose = userId === undefined ? {} : { userId }
      const [{ list, total }, former] = await Promise.all([
        api(locationCalls.find, { pageSize: listedVehicles, ...whose }, { signal }),
        withFormer ? api(oneDeviceCalls.former, whose, { signal }) : null,
      ])
      const vehicles = list.map(toVehicle).sort((a, b) => a.name.localeCompare(b.name))
      return { total, vehicles: [...vehicles, ...(former?.list.map(toFormerVehicle) ?? [])] }
    },
    staleTime: 60_000,
    enabled: isEnabled,
  })
}

/** Vehicles named by their ids, which a long list may not contain. Strangers' are left out. */
export async function findVehicles(terminalIDs: string[]): Promise<Vehicle[]> {
  const valid = terminalIDs.filter((id) => terminalIdPattern.test(id)).slice(0, limits.devicesPerOperation)
  if (valid.length === 0) return []
  const { list } = await api(locationCalls.find, { terminalIDs: valid, pageSize: valid.length })
  return list.map(toVehicle)
}

interface Named {
  terminalID: string
  displayName: string
  username: string
  carNumber: string | null
  nickname: string | null
  iccid: string | null
  sim: string | null
}

function toVehicle(device: Named): Vehicle {
  const { terminalID, displayName, username, carNumber, nickname, iccid, sim } = device
  const words = [displayName, terminalID, carNumber, nickname, iccid, sim].filter((word) => word !== null)
  return { terminalID, name: displayName, username, words: words.join('\n').toLowerCase() }
}

function toFormerVehicle({ untilTime, ...former }: FormerDevice): Vehicle {
  const vehicle = toVehicle({ ...former, displayName: displayName(former), iccid: null, sim: null })
  return { ...vehicle, untilTime }
}

/** Is this text a list: a pasted column of ids or plates, or some with commas between? */
export function readList(text: string): string[] | null {
  const parts = text
    .split(/[\n\r\t,;，；]+/)
    .map((part) => textOfCell(part.trim()))
    .filter((part) => part !== '')
  return parts.length > 1 ? [...new Set(parts)] : null
}

/** Which vehicles a list names, each entry by a whole name or number, and which of its entries name none. */
export function matchList(
  entries: readonly string[],
  vehicles: readonly Vehicle[],
): { found: Vehicle[]; missing: string[] } {
  const byWord = new Map<string, Vehicle>()
  for (const vehicle of vehicles) {
    for (const word of vehicle.words.split('\n')) byWord.set(word, vehicle)
  }
  const found = new Set<Vehicle>()
  const missing: string[] = []
  for (const entry of entries) {
    const vehicle = byWord.get(entry.toLowerCase())
    if (vehicle) found.add(vehicle)
    else missing.push(entry)
  }
  return { found: [...found], missing }
}
