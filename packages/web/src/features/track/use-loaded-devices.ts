import { useEffect, useMemo, useRef, useState } from 'react'
import type { Span } from './player.ts'
import type { LoadedDevice, ReplayDevice } from './replay-context.ts'
import { ReplayTrack } from './replay-track.ts'

const dayMs = 86_400_000
const gatherMs = 50

/**
 * The tracks of all devices of a replay. One that is added is read, one that is removed stops, and the others
 * stay as they are.
 * @param devices `ask` must stay the same function for the same question
 */
export function useLoadedDevices(devices: readonly ReplayDevice[], span: Span): LoadedDevice[] {
  const sources = useRef(new Map<ReplayDevice['ask'], ReplayTrack>())
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [version, setVersion] = useState(0)

  useEffect(() => {
    const map = sources.current
    const asks = new Set(devices.map(({ ask }) => ask))
    const renew = () => {
      // What arrives of several devices is shown together.
      renewal.current ??= setTimeout(() => {
        renewal.current = undefined
        setVersion((count) => count + 1)
      }, gatherMs)
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
      source.subscribe(renew)
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
