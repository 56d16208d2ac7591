import { keepPreviousData, useIsFetching, useQuery } from '@tanstack/react-query'
import type { Call, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { type ReportFilter, statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { useEffect, useState } from 'react'
import { api } from '../../../base/api.ts'

export type SumsInput = InputOf<typeof statisticsCalls.sums>
export type EpisodesInput = InputOf<typeof statisticsCalls.episodes>
export type SumsAnswer = OutputOf<typeof statisticsCalls.sums>
export type EpisodesAnswer = OutputOf<typeof statisticsCalls.episodes>
export type ListedEpisode = EpisodesAnswer['list'][number]

/** What every request about vehicles and days holds. */
export type Filter = Omit<ReportFilter, 'userId' | 'terminalIDs' | 'deviceType' | 'groupIds'> &
  Partial<Pick<ReportFilter, 'userId' | 'terminalIDs' | 'deviceType' | 'groupIds'>>

/** While the server still computes figures, the request is repeated this often. */
const pendingMs = 4_000
/** A month of a large fleet whose days are not those of its owners takes its time. */
const timeoutMs = 60_000

/** After this wait a hint says that an export needs no waiting. */
const slowMs = 3_000

/** Has an answer been on its way for longer than one likes to wait? */
export function useIsSlow(): boolean {
  const isAwaited = useIsFetching({ queryKey: ['statistics'], predicate: ({ state }) => !state.data }) > 0
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setIsSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isAwaited])
  return isSlow
}

export function useSums(input: SumsInput, isEnabled = true) {
  return useFigures(statisticsCalls.sums, input, isEnabled)
}

export function useEpisodes(input: EpisodesInput, isEnabled = true) {
  return useFigures(statisticsCalls.episodes, input, isEnabled)
}

/** Reads once what a screen does not keep, such as further pages for paper. */
export function readFigures<C extends Call>(call: C, input: InputOf<C>) {
  return api(call, input, { timeoutMs })
}

/** Sends one of the calls; the last answer stays shown until the next one is there. */
export function useFigures<C extends Call>(call: C, input: InputOf<C>, isEnabled = true) {
  return useQuery({
    queryKey: ['statistics', call.path, input],
    queryFn: ({ signal }) => api(call, input, { signal, timeoutMs }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => isPending(state.data) && pendingMs,
    enabled: isEnabled,
  })
}

function isPending(answer: unknown): boolean {
  return ((answer as { pendingDevices?: number } | undefined)?.pendingDevices ?? 0) > 0
}
