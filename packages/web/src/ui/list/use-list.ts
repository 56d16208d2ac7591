import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OutputOf } from '@trackway/core/api/call.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { amends } from '../../base/history-steps.ts'
import { useCompactRows } from './density.ts'
import {
  type AnyListUrl,
  filterKeys,
  filterOf,
  partOf,
  readListUrl,
  urlOfPart,
  urlOfView,
} from './list-url.ts'

export type RowOf<L extends List> = OutputOf<L['find']> extends { list: (infer Row)[] } ? Row : never

export interface ListQuery<L extends List> {
  /** Input that the screen around the list sets. */
  given?: Record<string, unknown> | undefined
  /** In a dialog: the address stays that of the page behind it. */
  isLocal?: boolean | undefined
  /** How often it is read again, for what changes by itself. */
  refetchMs?: ((rows: readonly RowOf<L>[]) => number | false) | undefined
}

/** Joins address, query and page of a list. Its queries begin with `['list', name]`. */
export function useList<L extends List>(list: L, { given, isLocal = false, refetchMs }: ListQuery<L>) {
  useCompactRows() // which the size of a page follows
  const address = useSearch({ strict: false }) as AnyListUrl
  const navigate = useNavigate()
  const [local, setLocal] = useState<AnyListUrl>({})
  const url = readListUrl(list, isLocal ? local : address) as AnyListUrl
  const filter = { ...filterOf(list, url), ...given }
  const part = partOf(list, url)
  const input = { ...filter, pageNum: part.pageNum, pageSize: part.pageSize }

  const readPage = async (pageNum: number, pageSize: number) =>
    ((await api(list.find, { ...filter, pageNum, pageSize }, {})) as { list: RowOf<L>[] }).list
  const query = useQuery({
    queryKey: ['list', list.name, input],
    queryFn: async ({ signal }) =>
      (await api(list.find, input, { signal })) as { list: RowOf<L>[]; total: number },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchMs?.(state.data?.list ?? []) ?? false,
  })

  const move = (change: AnyListUrl, isAmending = false) => {
    if (isLocal) setLocal((was) => ({ ...was, ...change }))
    else
      void navigate({
        to: '.',
        search: ((was: object) => ({ ...was, ...change })) as never,
        replace: isAmending,
      })
  }
  return {
    url,
    filter,
    part,
    query,
    readPage,
    isFiltered: filterKeys(list).some((key) => url[key] !== undefined),
    onPart: (next: typeof part) => move(urlOfPart(list, next)),
    /** Another filter begins at the first page. */
    onFilter: (change: AnyListUrl) => move({ ...change, pageNum: undefined }, amends(change)),
    /** Shows a saved view, or without one the list without filters. */
    onView: (view?: AnyListUrl) => move(urlOfView(list, view)),
  }
}
