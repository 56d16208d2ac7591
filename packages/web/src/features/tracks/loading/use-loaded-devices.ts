import { useEffect, useMemo, useRef, useState } from 'react'
import { StreamedTrack } from '../../../map/track-stream/streamed-track.ts'
import type { Span } from '../replay/player.ts'
import type { LoadedDevice, ReplayDevice } from '../replay/replay-context.ts'
import { RenewalThrottle } from './renewal-throttle.ts'

const dayMs = 86_400_000

/**
 * The tracks of all devices of a replay. One that is added is read, one that is removed stops, and the others
 * stay as they are.
 * @param devices `ask` must stay the same function for the same device and span
 */
export function useLoadedDevices(devices: readonly ReplayDevice[], span: Span): LoadedDevice[] {
  const sources = useRef(new Map<ReplayDevice['fetchBlocks'], StreamedTrack>())
  const [version, setVersion] = useState(0)
  const [pace] = useState(() => new RenewalThrottle(() => setVersion((count) => count + 1)))

  useEffect(() => {
    const map = sources.current
    const fetchers = new Set(devices.map(({ fetchBlocks }) => fetchBlocks))
    for (const [fetchBlocks, source] of map) {
      if (fetchers.has(fetchBlocks)) continue
      source.stop()
      map.delete(fetchBlocks)
    }
    for (const fetchBlocks of fetchers) {
      if (map.has(fetchBlocks)) continue
      const source = new StreamedTrack(fetchBlocks, Math.ceil((span.to - span.from) / dayMs))
      map.set(fetchBlocks, source)
      let wasEmpty = true
      source.subscribe(() => {
        const { track, isComplete, error } = source.facts
        const isEmpty = track.length === 0
        pace.fetchBlocks(wasEmpty !== isEmpty || isComplete || error !== null)
        wasEmpty = isEmpty
      })
      source.load()
      pace.fetchBlocks(true)
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the sources
  return useMemo(
    () =>
      devices.flatMap((device) => {
        const source = sources.current.get(device.fetchBlocks)
        return source ? [{ ...device, ...source.facts, source }] : []
      }),
    [devices, version],
  )
}
