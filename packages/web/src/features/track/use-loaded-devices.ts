import { useEffect, useMemo, useRef, useState } from 'react'
import type { Span } from './player.ts'
import type { LoadedDevice, ReplayDevice } from './replay-context.ts'
import { ReplayTrack } from './replay-track.ts'

const dayMs = 86_400_000
const gatherMs = 50
/** While days arrive, the page is drawn again no more often, of however many devices they are. */
const renewIntervalMs = 800

/**
 * The tracks of all devices of a replay. One that is added is read, one that is removed stops, and the others
 * stay as they are.
 * @param devices `ask` must stay the same function for the same question
 */
export function useLoadedDevices(devices: readonly ReplayDevice[], span: Span): LoadedDevice[] {
  const sources = useRef(new Map<ReplayDevice['ask'], ReplayTrack>())
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined)
  const renewedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const [version, setVersion] = useState(0)

  useEffect(() => {
    const map = sources.current
    const asks = new Set(devices.map(({ ask }) => ask))
    const renewIn = (ms: number) => {
      renewal.current = setTimeout(() => {
        renewal.current = undefined
        renewedAtMs.current = performance.now()
        setVersion((count) => count + 1)
      }, ms)
    }
    /** What arrives of several devices is shown together; the first day of one, and how it ended, at once. */
    const renew = (isUrgent: boolean) => {
      if (isUrgent) clearTimeout(renewal.current)
      else if (renewal.current !== undefined) return
      const restMs = renewedAtMs.current + renewIntervalMs - performance.now()
      renewIn(isUrgent ? gatherMs : Math.max(gatherMs, restMs))
    }
    for (const [ask, source] of map) {
      if (asks.has(ask)) continue
      source.stop()
      map.delete(ask)
    }
    for (const ask of asks) {
      if (map.has(ask)) continue
      const source = new ReplayTrack(ask, Math.ceil((span.to - span.from) / dayMs))
      map.set(ask, source)
      let wasEmpty = true
      source.subscribe(() => {
        const { track, isComplete, error } = source.facts
        const isEmpty = track.length === 0
        renew(wasEmpty !== isEmpty || isComplete || error !== null)
        wasEmpty = isEmpty
      })
      source.load()
    }
  }, [devices, span])

  useEffect(() => {
    const map = sources.current
    return () => {
      clearTimeout(renewal.current)
      renewal.current = undefined
      for (const source of map.values()) source.stop()
      map.clear()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that the sources have changed
  return useMemo(
    () =>
      devices.flatMap((device) => {
        const source = sources.current.get(device.ask)
        return source ? [{ ...device, ...source.facts, source }] : []
      }),
    [devices, version],
  )
}
