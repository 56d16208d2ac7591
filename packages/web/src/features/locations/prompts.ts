import type { Location } from '@trackway/core/features/locations/calls.ts'

/** What to say when this device is selected, if anything: a key of `locations.prompts`. */
export function promptFor({ state }: Pick<Location, 'state'>): 'inactive' | 'pastDue' | null {
  if (state === 'inactive') return 'inactive'
  return state === 'expired' ? 'pastDue' : null
}
