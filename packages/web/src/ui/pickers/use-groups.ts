import { vehicleGroupCalls } from '@trackway/core/features/vehicle-groups/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'

/** As many groups as a list of choices shows; others are searched for. */
const shownGroups = 100

interface GroupQuery {
  /** Whose groups; undefined: one's own and those of all below. */
  userId?: number | undefined
  search?: string
  isEnabled?: boolean
}

/** The groups of an account and those below it, in their order. Nobody who sees no vehicles has any. */
export function useGroups({ userId, search = '', isEnabled = true }: GroupQuery = {}) {
  const [monitors, manages, alarms] = [
    useCan('main:monitor'),
    useCan('main:devices_management'),
    useCan('main:alarms'),
  ]
  const input = { pageSize: shownGroups, ...(userId && { userId }), ...(search && { search }) }
  return useCall(['list', 'vehicleGroups', 'choices', userId, search], vehicleGroupCalls.find, input, {
    select: ({ list }) => list,
    staleTime: 60_000,
    enabled: isEnabled && (monitors || manages || alarms),
  })
}

/** What groups are called that an address or a rule names; those that are gone are left out. */
export function useGroupsById(ids: readonly number[]) {
  return useCall(
    ['list', 'vehicleGroups', 'named', ids],
    vehicleGroupCalls.find,
    { ids: [...ids], pageSize: shownGroups },
    { select: ({ list }) => list, staleTime: 60_000, enabled: ids.length > 0 },
  )
}
