import { limits } from '@trackway/core/codes/limits.ts'
import { useState } from 'react'

export type RowId = string | number

/** Which rows of a list are chosen: some by their ids, on any page, or all that its filter finds. */
export interface Selection {
  ids: readonly RowId[]
  /** All that the filter finds, also on pages that were never shown. */
  isAll: boolean
  count: number
  /** More than one operation takes. */
  isTooMany: boolean
  has: (id: RowId) => boolean
  /** Chooses or drops rows. */
  set: (ids: readonly RowId[], isChosen: boolean) => void
  /** Chooses these rows and no others. */
  replace: (ids: readonly RowId[]) => void
  chooseAll: () => void
}

/**
 * @param mostAtOnce how many rows that a filter finds one operation takes
 * @param filterKey the filter of the list as text: another one finds other rows, so nothing stays chosen
 * @param total how many rows the list has
 */
export function useSelection(
  filterKey: string,
  total: number,
  mostAtOnce: number = limits.devicesPerOperation,
): Selection {
  const [state, setState] = useState({ filterKey, ids: [] as readonly RowId[], isAll: false })
  const nothing: readonly RowId[] = []
  const { ids, isAll } = state.filterKey === filterKey ? state : { ids: nothing, isAll: false }
  const count = isAll ? total : ids.length
  const replace = (next: readonly RowId[]) => setState({ filterKey, ids: next, isAll: false })
  return {
    ids,
    isAll,
    count,
    isTooMany: count > (isAll ? mostAtOnce : limits.devicesPerOperation),
    has: (id) => isAll || ids.includes(id),
    set: (changed, isChosen) => {
      const others = ids.filter((id) => !changed.includes(id))
      replace(isChosen ? [...others, ...changed] : others)
    },
    replace,
    chooseAll: () => setState({ filterKey, ids: [], isAll: true }),
  }
}
