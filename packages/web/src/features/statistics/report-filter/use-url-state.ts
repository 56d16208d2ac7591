import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useUrlChange } from '../../../base/history-steps.ts'
import { useUser } from '../../../base/session.ts'
import type { TablePart } from '../../../ui/list/data-table.ts'
import { useCompactRows, usualPageSize } from '../../../ui/list/density.ts'
import { type Period, presetPeriod } from '../../../ui/period/period.ts'
import { readDevices } from '../../../ui/vehicles/vehicle-list.ts'
import type { StatisticsUrlState } from './url-state.ts'
import type { Filter } from './use-statistics.ts'

/** The address of the statistics, as questions need it, and how to change it. */
export function useStatisticsUrl() {
  useCompactRows() // which the size of a page follows
  const search: StatisticsUrlState = useSearch({ strict: false })
  const { timeZone } = useUser()
  const { userId, withSubAccounts = true, devices, deviceType, groups, first, last } = search

  const period = useMemo<Period>(
    () => (first && last ? { first, last } : presetPeriod('sevenDays', Date.now(), timeZone)),
    [first, last, timeZone],
  )
  const filter = useMemo<Filter>(() => {
    const terminalIDs = readDevices(devices)
    return {
      ...period,
      withSubAccounts,
      ...(userId !== undefined && { userId }),
      ...(deviceType !== undefined && { deviceType }),
      ...(groups !== undefined && { groupIds: groups.split('_').map(Number) }),
      ...(terminalIDs.length > 0 && { terminalIDs }),
    }
  }, [period, withSubAccounts, userId, deviceType, groups, devices])

  /** A changed filter begins at the first page. */
  const changeUrl = useUrlChange<StatisticsUrlState>()
  const change = useCallback(
    (parts: StatisticsUrlState) => changeUrl(parts, { pageNum: undefined }),
    [changeUrl],
  )
  return { search, period, filter, change }
}

/** Drops every filter but the period. */
export function useClearFilters(): () => void {
  const { change } = useStatisticsUrl()
  return () =>
    change({
      userId: undefined,
      withSubAccounts: undefined,
      devices: undefined,
      deviceType: undefined,
      groups: undefined,
      minMinutes: undefined,
      minKm: undefined,
      codes: undefined,
    })
}

export type Order = Pick<TablePart, 'sort' | 'isDescending'>

/** Page and order of a table by the address; where it names none, the usual order. */
export function partOf(search: StatisticsUrlState, { sort, isDescending }: Order): TablePart {
  const isUsual = search.sort === undefined
  return {
    pageNum: search.pageNum ?? 1,
    pageSize: search.pageSize ?? usualPageSize(),
    sort: search.sort ?? sort,
    isDescending: search.isDescending ?? (isUsual && isDescending),
  }
}

/** And the other way round; what is as by default is not written. */
export function searchOf(part: TablePart, usual: Order): Partial<StatisticsUrlState> {
  const { pageNum, pageSize, sort, isDescending } = part
  const isUsual = sort === usual.sort && isDescending === usual.isDescending
  return {
    pageNum: pageNum === 1 ? undefined : pageNum,
    pageSize: pageSize === usualPageSize() ? undefined : pageSize,
    sort: isUsual ? undefined : (sort as StatisticsUrlState['sort']),
    isDescending: (!isUsual && isDescending) || undefined,
  }
}
