import type { OutputOf } from '@trackway/core/api/call.ts'
import { type AlarmSeverity, alarmSeverities } from '@trackway/core/codes/alarms.ts'
import { type AlarmEpisode, alarmCalls, waitingAlarmsMs } from '@trackway/core/features/alarms/calls.ts'
import { useEffect, useMemo } from 'react'
import { queryClient } from '../../../base/queries/query-client.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'
import { onAlarmChanges } from './recent-alarms.ts'

export interface WaitingAlarms {
  count: number
  /** The severity of the gravest one. */
  severity: AlarmSeverity
}

type Waiting = OutputOf<typeof alarmCalls.waiting>
const queryKey = ['alarms', 'waiting']
const none: ReadonlyMap<number, WaitingAlarms> = new Map()

/** The alarms that nobody has handled, by the id of their device; kept current while it is used. */
export function useWaitingAlarms(): ReadonlyMap<number, WaitingAlarms> {
  const maySee = useCan('main:alarms')
  const { data } = useCall(queryKey, alarmCalls.waiting, {}, { enabled: maySee, staleTime: 0 })
  useEffect(
    () =>
      onAlarmChanges((changed) =>
        queryClient.setQueryData(queryKey, (before: Waiting | undefined) =>
          before ? withChanges(before, changed, Date.now()) : before,
        ),
      ),
    [],
  )
  return useMemo(() => (data ? byDevice(data) : none), [data])
}

/** The waiting alarms after these have changed. */
export function withChanges(before: Waiting, changed: readonly AlarmEpisode[], now: number): Waiting {
  const ids = new Set(changed.map(({ id }) => id))
  const waiting = changed.filter(
    ({ state, severity, isMuted, startTime }) =>
      state === 'new' && severity !== 'notice' && !isMuted && startTime >= now - waitingAlarmsMs,
  )
  const others = before.alarms.filter(({ id }) => !ids.has(id))
  // Where none of them waits or waited, nobody need draw anew.
  if (waiting.length === 0 && others.length === before.alarms.length) return before
  return { alarms: [...waiting, ...others] }
}

function byDevice({ alarms }: Waiting): Map<number, WaitingAlarms> {
  const devices = new Map<number, WaitingAlarms>()
  for (const { deviceId, severity } of alarms) {
    const known = devices.get(deviceId)
    const isGraver = !known || alarmSeverities[severity] > alarmSeverities[known.severity]
    devices.set(deviceId, { count: (known?.count ?? 0) + 1, severity: isGraver ? severity : known.severity })
  }
  return devices
}
