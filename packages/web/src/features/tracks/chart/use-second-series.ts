import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { useMemo } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useReplay } from '../replay/replay-context.ts'
import { isReading, type SecondSeries } from '../replay/second-series.ts'
import { type Series, trackSeries } from '../replay/series.ts'
import { useReplayView } from '../replay/use-replay-view.ts'

interface ShownSeries {
  name: SecondSeries
  /** Null while none is chosen, or until it has come. */
  series: Series | null
  /** It is chosen, and the device never reported it. */
  isEmpty: boolean
  /** How many wheels, sensors or packs reported it. */
  places: number
}

/** The series the chart shows beside the speed of the active device. */
export function useSecondSeries(): ShownSeries {
  const { active, span, isShared } = useReplay()
  const name = useReplayView((view) => view.series)
  const place = useReplayView((view) => view.place)
  const { terminalID, track } = active
  const { data } = useCall(
    ['track', 'readings', terminalID, span.from, span.to, name, place],
    trackCalls.readings,
    { terminalID, ...span, name: name !== null && isReading(name) ? name : 'batteryPercent', place },
    { enabled: name !== null && isReading(name) && !isShared, staleTime: 60_000 },
  )
  return useMemo(() => {
    if (name === null) return { name: 'altitudeM', series: null, isEmpty: false, places: 0 }
    if (!isReading(name)) return { name, series: trackSeries(track, name), isEmpty: false, places: 0 }
    if (!data) return { name, series: null, isEmpty: false, places: 0 }
    const { times, values, places } = data
    const series = { length: times.length, fixTime: times, valueAt: (index: number) => values[index]! }
    return { name, series, isEmpty: times.length === 0, places }
  }, [name, data, track])
}
