import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { useCan, useUser } from '../../base/session.ts'

/** How long before the alarm its replay begins. */
const replayBeforeMs = 15 * 60_000

/** The link to the replay of an alarm, from a quarter of an hour before it; null for those who may not see tracks. */
export function useReplay({ terminalID, startTime }: Pick<AlarmEpisode, 'terminalID' | 'startTime'>) {
  const { timeZone } = useUser()
  const mayReplay = useCan('main:track')
  if (!mayReplay) return null
  const at = startTime - replayBeforeMs
  const days = { first: dayAt(at, timeZone), last: dayAt(startTime, timeZone) }
  return { to: '/index/track', search: { terminalID, ...days, at } } as const
}
