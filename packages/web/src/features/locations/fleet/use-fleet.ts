import type { Location } from '@trackway/core/features/locations/calls.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { LiveStatus } from '../../../base/live/live-connection.ts'
import { useSession } from '../../../base/session.ts'
import { Fleet } from '../../../map/fleet/fleet.ts'
import { projections } from '../../../map/projections.ts'
import { useWaitingAlarms, type WaitingAlarms } from '../../alarms/live/waiting-alarms.ts'
import { FleetReader } from './fleet-reader.ts'
import { type FleetDevice, FleetStore, type FleetView } from './fleet-store.ts'
import type { Arrangement } from './list-rows.ts'
import type { LocationsUrlState } from './url-state.ts'

export interface LiveFleet {
  /** What it shows is read by `useFleetView`. */
  store: FleetStore
  status: LiveStatus
  /** Alarms that nobody has handled, by the id of their device. */
  alarms: ReadonlyMap<number, WaitingAlarms>
  /** Why the list could not be read. */
  error: unknown
  reload(): void
  retryLive(): void
  /** These devices are on the screen and are to have their texts. */
  want(ids: Iterable<number>): void
  /** Hands on a device as soon as it has its texts. */
  withTexts(device: FleetDevice, use: (device: Location) => void): void
  withTextsOf(ids: readonly number[], use: (devices: Location[]) => void): void
}

/**
 * Of what the fleet shows a part, which draws its reader anew when it changes: the whole changes twice a second, and few
 * parts of the screen with it.
 * @param pick what is the same until it changes: a number, a device, a list of the view
 */
export function useFleetView<T>(store: FleetStore, pick: (view: FleetView) => T): T {
  return useSyncExternalStore(store.subscribe, () => pick(store.getView()))
}

/** The devices at and below an account, live. A new account cancels what the last one was still asking for. */
export function useFleet(
  { userId, terminalID, q = '', show = 'all' }: LocationsUrlState,
  arrangement: Arrangement,
  only: ReadonlySet<number> | null,
): LiveFleet {
  const token = useSession((session) => session.token)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another fleet
  const store = useMemo(() => new FleetStore(new Fleet(projections['EPSG:3857'])), [userId])
  const [status, setStatus] = useState<LiveStatus>({ kind: 'connecting' })
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [reader, setReader] = useState<FleetReader | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` reads the list again; a search is no new fleet
  useEffect(() => {
    if (!token) return
    const created = new FleetReader(store, {
      token,
      userId,
      search: q,
      onStatus: setStatus,
      onError: setError,
    })
    setReader(created)
    return () => created.close()
  }, [store, token, userId, attempt])
  useEffect(() => reader?.search(q), [reader, q])
  useEffect(() => store.setFilter(show), [store, show])
  useEffect(() => store.setOnly(only), [store, only])
  useEffect(() => {
    store.arrange(arrangement)
    if (store.needsNames) reader?.readNames()
  }, [store, reader, arrangement])
  const alarms = useWaitingAlarms()
  useEffect(() => store.setAlarmed(alarms), [store, alarms])
  useEffect(() => {
    if (terminalID !== undefined) reader?.findTerminal(terminalID)
  }, [reader, terminalID])

  return {
    store,
    status,
    alarms,
    error,
    reload: () => setAttempt((count) => count + 1),
    retryLive: () => reader?.retry(),
    want: (ids) => reader?.want(ids),
    withTextsOf: (ids, use) => reader?.withTextsOf(ids, use),
    withTexts: (device, use) => reader?.withTexts(device, use),
  }
}
