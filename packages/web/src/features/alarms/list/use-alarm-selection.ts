import { limits } from '@trackway/core/codes/limits.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { useRef } from 'react'
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts'

export interface AlarmSelection extends Selection {
  /** Selects an alarm or drops it; with a range also those between it and the last one. */
  toggle: (id: number, isRange: boolean) => void
  /** How many alarms can be handled at once. */
  most: number
}

/** Which alarms of the list are chosen. */
export function useAlarmSelection(
  filterKey: string,
  rows: readonly AlarmEpisode[],
  total: number,
): AlarmSelection {
  const selection = useSelection(filterKey, total)
  const last = useRef<number | null>(null)
  const toggle = (id: number, isRange: boolean) => {
    const from = isRange ? rows.findIndex((row) => row.id === last.current) : -1
    const to = rows.findIndex((row) => row.id === id)
    last.current = id
    if (from < 0 || to < 0) return selection.set([id], !selection.has(id))
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    selection.set(
      between.map((row) => row.id),
      true,
    )
  }
  const most = selection.isAll ? limits.alarmsPerOperation : limits.devicesPerOperation
  return { ...selection, isTooMany: selection.count > most, most, toggle }
}
