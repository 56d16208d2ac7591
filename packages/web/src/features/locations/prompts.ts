import type { Location } from '@trackway/core/api/locations.ts'

/** What the home screen tells the user instead of doing what was asked (S1 section 4, home prompts). */
export const homePrompts = { support: 1, inactive: 2, pastDue: 3, selectDevice: 4 } as const
export type HomePrompt = keyof typeof homePrompts

/** What to say when this device is selected, if anything. */
export function promptFor(device: Pick<Location, 'state'>): HomePrompt | null {
  if (device.state === 'inactive') return 'inactive'
  return device.state === 'expired' ? 'pastDue' : null
}
