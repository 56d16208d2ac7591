import { linesType } from '@trackway/core/api/call.ts'
import { checkCarCalls, type Visitor, type VisitorLine } from '@trackway/core/features/check-car/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, apiBytes } from '../../../base/api.ts'
import { queryClient } from '../../../base/queries/query-client.ts'
import { readLines } from '../read-lines.ts'

/** A month of a thousand devices that were all there takes many seconds. */
const timeoutMs = 180_000

/** As an answer in one piece has them; while it arrives they stay where they appeared. */
const names = new Intl.Collator('zh', { numeric: true })
const byName = (a: Visitor, b: Visitor) =>
  names.compare(a.displayName, b.displayName) || (a.terminalID < b.terminalID ? -1 : 1)

export interface SearchRequest {
  area: Area
  from: number
  to: number
  userId: number | undefined
  terminalIDs: string[] | undefined
  confirmSeconds: number
}

/** A search: under way, ended, or failed; what was found so far stays in any case. */
export interface Search {
  request: SearchRequest
  state: 'running' | 'done' | 'cancelled' | 'failed'
  error: unknown
  visitors: readonly Visitor[]
  /** Devices looked at, of so many; null before the first are. */
  progress: { devices: number; of: number } | null
  /** Visits, those included that the answer had no room for; known at the end. */
  total: number | null
  /** Numbers of the search that none of the caller's devices has; known at the end. */
  notFound: readonly string[]
}

/**
 * Searches for visits, and shows those found while the search goes on. One search at a time.
 * @param shown the search in the address; whoever comes back to it from a replay finds its result again
 */
export function useVisitors(shown: SearchRequest | null) {
  const [search, setSearch] = useState<Search | null>(
    () => (shown && queryClient.getQueryData<Search>(keyOf(shown))) ?? null,
  )
  const running = useRef<AbortController | null>(null)

  const cancel = useCallback(() => running.current?.abort(), [])
  const run = useCallback(async (request: SearchRequest) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    let found: Search = {
      request,
      state: 'running',
      error: null,
      visitors: [],
      progress: null,
      total: null,
      notFound: [],
    }
    setSearch(found)
    const change = (part: Partial<Search>) => {
      found = { ...found, ...part }
      setSearch(found)
    }
    try {
      const visitors: Visitor[] = []
      for await (const lines of await answer(request, signal)) {
        if (running.current !== controller) return
        const part: Partial<Search> = {}
        for (const line of lines) {
          if ('visitor' in line) visitors.push(line.visitor)
          else if ('progress' in line) part.progress = line.progress
          else {
            const { total, devices, notFoundAt } = line.end
            const notFound = notFoundAt.map((i) => request.terminalIDs![i]!)
            Object.assign(part, { total, notFound, progress: { devices, of: devices }, state: 'done' })
          }
        }
        if (part.state === 'done') visitors.sort(byName)
        change({ ...part, visitors: [...visitors] })
        if (part.state === 'done') {
          queryClient.setQueryData(keyOf(request), found)
          return
        }
      }
      throw new ApiError('network')
    } catch (error) {
      if (running.current !== controller) return
      if (signal.aborted) change({ state: 'cancelled' })
      else change({ state: 'failed', error: error instanceof TypeError ? new ApiError('network') : error })
    }
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  return { search, run, cancel }
}

const keyOf = (request: SearchRequest) => ['checkCar', 'visitors', request]

async function answer(request: SearchRequest, signal: AbortSignal): Promise<AsyncGenerator<VisitorLine[]>> {
  const { area, userId, terminalIDs, ...rest } = request
  const input = { ...rest, ...(terminalIDs ? { terminalIDs } : userId !== undefined && { userId }) }
  const call = checkCarCalls.area
  const options = { signal, timeoutMs }
  const stream = await apiBytes(call, { ...input, area: area as never }, options, linesType)
  return readLines<VisitorLine>(stream)
}
