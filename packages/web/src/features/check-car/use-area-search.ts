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

/** The area that is drawn or typed, the search of it, and the visit that is shown. */
export function useAreaSearch(search: CheckCarUrlState, isPoint: boolean) {
  const { timeZone } = useUser()
  const change = useUrlChange<CheckCarUrlState>()
  const area = useMemo(() => shownArea(search.area, isPoint), [search.area, isPoint])
  const period = useMemo(
    () => minutePeriod(search, limits.statisticsDays, Date.now(), timeZone),
    [search, timeZone],
  )
  const [tool, setTool] = useState<AreaTool | null>(area ? null : isPoint ? 'point' : null)
  const [typedRadiusM, setTypedRadiusM] = useState(defaultRadiusM)
  const isRadiusWrong = typedRadiusM < bounds.minM || typedRadiusM > bounds.maxM
  const radiusM = area?.shape === 'circle' && !isRadiusWrong ? area.radiusM : typedRadiusM
  /** How often a centre was typed or an address chosen. */
  const [placed, setPlaced] = useState(0)
  const [asked, setAsked] = useState(0)
  const [pointed, setPointed] = useState<VisitFound | null>(null)
  const [selected, setSelected] = useState<VisitFound | null>(null)
  const { search: found, ask, cancel } = useVisitors(area && questionOf(area, search, period))
  const setArea = (next: Area | undefined) => {
    if (next?.shape === 'circle') setTypedRadiusM(next.radiusM)
    change({ area: next && textOfArea(next) })
  }
  const drawn = (next: Area) => {
    setTool(null)
    setArea(next)
  }
  const start = (wanted: Area) => {
    setTool(null)
    setSelected(null)
    setPointed(null)
    setAsked(asked + 1)
    void ask(questionOf(wanted, search, period))
    // The address then holds the question that the answer belongs to.
    change({ from: period.first, to: period.last })
  }

  return {
    area,
    setArea,
    drawn,
    period,
    tool,
    setTool,
    isRadiusWrong,
    setTypedRadiusM,
    radiusM,
    placed,
    setPlaced,
    asked,
    pointed,
    setPointed,
    selected,
    setSelected,
    found,
    cancel,
    start,
    change,
  }
}

export type AreaSearch = ReturnType<typeof useAreaSearch>

function questionOf(area: Area, search: CheckCarUrlState, { from, to }: MinutePeriod): SearchRequest {
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
