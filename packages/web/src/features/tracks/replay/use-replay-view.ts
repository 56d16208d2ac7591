import { create } from 'zustand'
import type { Span } from './player.ts'
import type { SecondSeries } from './second-series.ts'

/** What the parts of a replay show together: the chart's window, what is chosen, and what is pointed at. */
interface ReplayView {
  /** The part of time the chart shows; null: all. */
  window: Span | null
  /** The part chosen on the chart. */
  selection: Span | null
  /** The trip, stop or alarm that is pointed at. */
  pointedAt: Span | null
  /** A part that the map is to be moved to, of the active device or of all; a new object each time. */
  shownOnMap: (Span & { isOfAll?: boolean }) | null
  showsHidden: boolean
  series: SecondSeries | null
  /** Of which wheel, sensor or pack, where there are several; from 1 on. */
  place: number
}

const initial: ReplayView = {
  window: null,
  selection: null,
  pointedAt: null,
  shownOnMap: null,
  showsHidden: false,
  series: null,
  place: 1,
}

export const useReplayView = create<ReplayView>(() => initial)

export function changeView(change: Partial<ReplayView>): void {
  useReplayView.setState(change)
}

/** For a replay of other days or another device: what was chosen in the last one means nothing there. */
export function resetView(): void {
  const { showsHidden, series, place } = useReplayView.getState()
  useReplayView.setState({ ...initial, showsHidden, series, place })
}
