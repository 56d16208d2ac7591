import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api } from '../../../base/api.ts'
import { onAlarmChanges } from '../live/recent-alarms.ts'
import type { AlarmQuery } from '../url-state.ts'
import { AlarmRows, type AlarmRowsView } from './alarm-rows.ts'

/** The alarms that a filter finds, live. Another filter begins anew. */
export function useAlarmRows(
  filter: AlarmQuery,
  isGravestFirst: boolean,
): AlarmRowsView & { store: AlarmRows } {
  const filterKey = JSON.stringify(filter)
  const store = useMemo(() => {
    const query: AlarmQuery = JSON.parse(filterKey)
    return new AlarmRows((part) => api(alarmCalls.find, { ...query, ...part }), {
      isGravestFirst,
      ofFilter: query.severity,
    })
  }, [filterKey, isGravestFirst])

  useEffect(() => {
    store.open()
    const stop = onAlarmChanges((changed) => store.take(changed))
    return () => {
      stop()
      store.close()
    }
  }, [store])
  return { ...useSyncExternalStore(store.subscribe, store.getView), store }
}
