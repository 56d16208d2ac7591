import type { Location } from '@trackway/core/api/locations.ts'
import { locationCalls } from '@trackway/core/api/locations.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api } from '../../../base/api.ts'
import { endSession, useSession } from '../../../base/session.ts'
import { Fleet } from '../../../map/fleet/fleet.ts'
import { projections } from '../../../map/projections.ts'
import { FleetStore, type FleetView } from './fleet-store.ts'
import { LiveConnection, type LiveStatus } from './live-connection.ts'

const pageSize = 10_000
/** Several devices are often added or renamed at once: the list is read again once. */
const reloadAfterMs = 1000

export interface LiveFleet {
  store: FleetStore
  view: FleetView
  status: LiveStatus
  /** Why the list could not be read. */
  error: unknown
  reload(): void
  retryLive(): void
}

/** The devices at and below an account, live. A new account cancels what the last one was still asking for. */
export function useFleet(userId: number | undefined): LiveFleet {
  const token = useSession((session) => session.token)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another fleet
  const store = useMemo(() => new FleetStore(new Fleet(projections['EPSG:3857'])), [userId])
  const view = useSyncExternalStore(store.subscribe, store.getView)
  const [status, setStatus] = useState<LiveStatus>({ kind: 'connecting' })
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [connection, setConnection] = useState<LiveConnection | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` reads the list again
  useEffect(() => {
    if (!token) return
    const aborter = new AbortController()
    let live: LiveConnection | null = null
    let reloading: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const since = await readAll(store, userId, aborter.signal)
      setError(null)
      return since
    }
    const fail = (reason: unknown) => {
      if (aborter.signal.aborted) return
      store.setFailed()
      setError(reason)
    }
    const reread = () => {
      clearTimeout(reloading)
      reloading = setTimeout(() => read().catch(() => {}), reloadAfterMs)
    }
    const start = async () => {
      const since = await read()
      if (aborter.signal.aborted) return
      live = new LiveConnection({
        token,
        userId,
        since,
        onStates: (states) => store.apply(states, Date.now()),
        onDevicesChanged: reread,
        onStatus: setStatus,
        onRefused: (code) => code === resultCodes.sessionExpired && endSession('expired'),
      })
      setConnection(live)
    }
    start().catch(fail)
    return () => {
      aborter.abort()
      clearTimeout(reloading)
      live?.close()
    }
  }, [store, token, userId, attempt])

  return {
    store,
    view,
    status,
    error,
    reload: () => setAttempt((count) => count + 1),
    retryLive: () => connection?.retry(),
  }
}

/** Reads the whole list, page by page; the first page is shown at once. @returns the time to resume from. */
async function readAll(store: FleetStore, userId: number | undefined, signal: AbortSignal): Promise<number> {
  const all: Location[] = []
  let since = 0
  for (let pageNum = 1; ; pageNum++) {
    const input = { pageNum, pageSize, ...(userId !== undefined && { userId }) }
    const { list, total, time } = await api(locationCalls.find, input, { signal, timeoutMs: 60_000 })
    // The first page is the oldest: what changed after it is sent again.
    if (pageNum === 1) since = time
    all.push(...list)
    const isComplete = all.length >= total || list.length < pageSize
    if (pageNum === 1 || isComplete) store.load(withoutRepeats(all), isComplete, Date.now())
    if (isComplete) return since
  }
}

/** Between two pages a device can move up in the order and come twice. */
function withoutRepeats(devices: Location[]): Location[] {
  const seen = new Set<number>()
  return devices.filter(({ id }) => !seen.has(id) && seen.add(id))
}
