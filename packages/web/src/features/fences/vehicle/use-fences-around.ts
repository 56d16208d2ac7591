import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'

/** A fence that a vehicle is in. */
export type FenceAround = OutputOf<typeof fenceCalls.inside>['list'][number]['fences'][number]
export type FencesAround = ReadonlyMap<number, readonly FenceAround[]>

const renewMs = 30_000
/** While a list is scrolled nothing is requested; only the rows where it stops are. */
const restMs = 300

/** In which fences devices are, by their ids, renewed twice a minute; undefined: not known yet. */
export function useFencesAround(ids: readonly number[]): FencesAround | undefined {
  const mayFence = useCan('main:fence')
  const { data } = useCall(
    ['fencesAround', ids],
    fenceCalls.inside,
    { ids: [...ids] },
    { enabled: mayFence && ids.length > 0, refetchInterval: renewMs, placeholderData: keepPreviousData },
  )
  return useMemo(() => data && new Map(data.list.map(({ id, fences }) => [id, fences])), [data])
}

/** The same of the rows of a list that are on the screen, which `show` names whenever they change. */
export function useFencesOfRows(): {
  fences: FencesAround | undefined
  show: (ids: readonly number[]) => void
} {
  const [ids, setIds] = useState<readonly number[]>([])
  const shown = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback((next: readonly number[]) => {
    const sorted = next.toSorted((a, b) => a - b)
    const key = sorted.join()
    if (key === shown.current) return
    shown.current = key
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIds(sorted), restMs)
  }, [])
  return { fences: useFencesAround(ids), show }
}
