import { useEffect, useMemo, useRef, useState } from 'react'
import { StreamedTrack } from '../../../map/track-stream/streamed-track.ts'
import type { Span } from '../replay/player.ts'
import type { LoadedDevice, ReplayDevice } from '../replay/replay-context.ts'
import { RenewalThrottle } from './renewal-throttle.ts'

const dayMs = 86_400_000

/**
 * The tracks of all devices of a replay. One that is added is read, one that is removed stops, and the others
 * stay as they are.
 * @param devices `ask` must stay the same function for the same question
 */
export function useLoadedDevices(devices: readonly ReplayDevice[], span: Span): LoadedDevice[] {
  const sources = useRef(new Map<ReplayDevice['ask'], StreamedTrack>())
  const [version, setVersion] = useState(0)
  const [pace] = useState(() => new RenewalThrottle(() => setVersion((count) => count + 1)))

  useEffect(() => {
    const map = sources.current
    const asks = new Set(devices.map(({ ask }) => ask))
    for (const [ask, source] of map) {
      if (asks.has(ask)) continue
      source.stop()
      map.delete(ask)
    }
    for (const ask of asks) {
      if (map.has(ask)) continue
      const source = new StreamedTrack(ask, Math.ceil((span.to - span.from) / dayMs))
      map.set(ask, source)
      let wasEmpty = true
      source.subscribe(() => {
        const { track, isComplete, error } = source.facts
        const isEmpty = track.length === 0
        pace.ask(wasEmpty !== isEmpty || isComplete || error !== null)
        wasEmpty = isEmpty
      })
      source.load()
      pace.ask(true)
    }
  }, [devices, span, pace])

  useEffect(() => {
    const map = sources.current
    return () => {
      pace.stop()
      for (const source of map.values()) source.stop()
      map.clear()
    }
  }, [pace])

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
