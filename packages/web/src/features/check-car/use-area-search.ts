import { areaLimits } from '@trackway/core/api/area.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { VisitFound } from '@trackway/core/features/check-car/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { useMemo, useState } from 'react'
import { useUrlChange } from '../../base/history-steps.ts'
import { useUser } from '../../base/session.ts'
import { areaOfText, textOfArea } from '../../map/drawing/area-text.ts'
import { type MinutePeriod, minutePeriod } from '../../ui/period/minutes.ts'
import { readDevices } from '../../ui/vehicles/vehicle-list.ts'
import type { CheckCarUrlState } from './url-state.ts'
import { type SearchRequest, useVisitors } from './visitors/use-visitors.ts'

export const bounds = { minM: areaLimits.radiusMinM, maxM: areaLimits.radiusMaxM }
const defaultRadiusM = 500
export type AreaTool = 'circle' | 'rectangle' | 'polygon' | 'point'
export const defaultConfirmSeconds = 60

/** The area that is searched, drawn on the map or typed. */
export function useSearchedArea({ area: text }: CheckCarUrlState, isPoint: boolean) {
  const change = useUrlChange<CheckCarUrlState>()
  const area = useMemo(() => shownArea(text, isPoint), [text, isPoint])
  const [tool, setTool] = useState<AreaTool | null>(area ? null : isPoint ? 'point' : null)
  const [typedRadiusM, setTypedRadiusM] = useState(defaultRadiusM)
  const isRadiusWrong = typedRadiusM < bounds.minM || typedRadiusM > bounds.maxM
  const radiusM = area?.shape === 'circle' && !isRadiusWrong ? area.radiusM : typedRadiusM
  /** How often a centre was typed or an address chosen. */
  const [placed, setPlaced] = useState(0)
  const set = (next: Area | undefined) => {
    if (next?.shape === 'circle') setTypedRadiusM(next.radiusM)
    change({ area: next && textOfArea(next) })
  }
  const setDrawn = (next: Area) => {
    setTool(null)
    set(next)
  }
  const place = (circle: Area) => {
    set(circle)
    setPlaced(placed + 1)
  }
  const setRadius = (metres: number) => {
    setTypedRadiusM(metres)
    const isRadius = metres >= bounds.minM && metres <= bounds.maxM
    if (area?.shape === 'circle' && isRadius) set({ ...area, radiusM: metres })
  }
  return { area, set, setDrawn, place, placed, tool, setTool, radiusM, setRadius, isRadiusWrong }
}

/** Who was in an area, and the visit that is shown. */
export function useVisitSearch(area: Area | null, search: CheckCarUrlState) {
  const { timeZone } = useUser()
  const change = useUrlChange<CheckCarUrlState>()
  const period = useMemo(
    () => minutePeriod(search, limits.searchDays, Date.now(), timeZone),
    [search, timeZone],
  )
  const [started, setStarted] = useState(0)
  const [pointed, setPointed] = useState<VisitFound | null>(null)
  const [selected, setSelected] = useState<VisitFound | null>(null)
  const { search: found, run, cancel } = useVisitors(area && toSearchRequest(area, search, period))
  const start = (place: Area) => {
    setSelected(null)
    setPointed(null)
    setStarted(started + 1)
    void run(toSearchRequest(place, search, period))
    // The address then holds the period that the result belongs to.
    change({ from: period.first, to: period.last })
  }
  return { period, change, found, start, started, cancel, pointed, setPointed, selected, setSelected }
}

export type SearchedArea = ReturnType<typeof useSearchedArea>
export type VisitSearch = ReturnType<typeof useVisitSearch>

function toSearchRequest(area: Area, search: CheckCarUrlState, { from, to }: MinutePeriod): SearchRequest {
  const devices = readDevices(search.devices)
  return {
    area,
    from,
    to,
    userId: search.userId,
    terminalIDs: devices.length > 0 ? devices : undefined,
    confirmSeconds: search.confirmSeconds ?? defaultConfirmSeconds,
  }
}

/** Near a place there are only circles. */
function shownArea(text: string | undefined, isPoint: boolean): Area | null {
  const area = text === undefined ? null : areaOfText(text, areaLimits)
  if (area?.shape === 'corridor') return null
  return isPoint && area?.shape !== 'circle' ? null : area
}
