import { keysOf } from '@trackway/core/lists/filters.ts'
import type { List } from '@trackway/core/lists/list.ts'
import type { z } from 'zod'
import type { TablePart } from './data-table.ts'
import { usualPageSize } from './density.ts'

type Word<T> = T extends readonly unknown[] ? string : T

/**
 * URL parameters of a list: page, order and filters under the keys of the list's call. Several values are joined
 * with `_`.
 */
export type ListUrl<L extends List = List> = {
  [K in keyof z.input<L['find']['input']>]?: Word<z.input<L['find']['input']>[K]> | undefined
}

/** URL parameters of any list. */
export type AnyListUrl = Record<string, string | number | boolean | undefined>

const partKeys = ['pageNum', 'pageSize', 'sort', 'isDescending']

/** The keys that filter a list. */
export function filterKeys(list: List): string[] {
  return list.filters.flatMap(keysOf)
}

/** Reads the query of an address by the schema of the list's call; nonsense counts as absent. */
export function readListUrl<L extends List>(list: L, raw: Record<string, unknown>): ListUrl<L> {
  const keys = [...partKeys, ...filterKeys(list)]
  // All are named: the router keeps the parameters of keys that are not.
  const entries = keys.map((key) => [
    key,
    readValue(list, key, raw[key]) === undefined ? undefined : raw[key],
  ])
  return Object.fromEntries(entries) as ListUrl<L>
}

/**
 * The account that the address of a list names. All else the list reads itself, where its screen is opened: to read it
 * before takes the contract of its call, and those of all screens together weigh 40 kB.
 */
export function readAccount({ userId }: Record<string, unknown>): { userId?: number | undefined } {
  return { userId: typeof userId === 'number' && userId > 0 ? userId : undefined }
}

/** Filter and order of an address, as the list's call takes them. */
export function filterOf(list: List, url: AnyListUrl): Record<string, unknown> {
  const filter = filterKeys(list).map((key) => [key, readValue(list, key, url[key])])
  const { sort, isDescending } = partOf(list, url)
  return {
    ...Object.fromEntries(filter.filter(([, value]) => value !== undefined)),
    ...(sort && { sort, isDescending }),
  }
}

/** Page and order by an address; those of the call where the address has none. */
export function partOf(list: List, url: AnyListUrl): TablePart {
  const { shape } = list.find.input
  const byDefault = (key: string) => (shape[key] as z.ZodType | undefined)?.safeParse(undefined).data
  return {
    pageNum: Number(url.pageNum ?? 1),
    pageSize: Number(url.pageSize ?? usualPageSize()),
    sort: String(url.sort ?? byDefault('sort') ?? ''),
    isDescending: url.isDescending
      ? true
      : url.isDescending === undefined && url.sort === undefined && byDefault('isDescending') === true,
  }
}

/** The change of an address that shows these rows. What is so anyway is left out of it. */
export function urlOfPart(list: List, part: TablePart): AnyListUrl {
  const own = partOf(list, {})
  const isOwnOrder = part.sort === own.sort && part.isDescending === own.isDescending
  return {
    pageNum: part.pageNum === 1 ? undefined : part.pageNum,
    pageSize: part.pageSize === usualPageSize() ? undefined : part.pageSize,
    sort: isOwnOrder ? undefined : part.sort,
    isDescending: (!isOwnOrder && part.isDescending) || undefined,
  }
}

/** Filter and order without the page, which is what a saved view keeps of an address. */
export function viewOfUrl(list: List, url: AnyListUrl): Record<string, string | number | boolean> {
  const entries = ['sort', 'isDescending', ...filterKeys(list)].map((key) => [key, url[key]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The change of an address that shows a view, or without one the list without filters. */
export function urlOfView(list: List, view: AnyListUrl = {}): AnyListUrl {
  const keys = ['pageNum', ...filterKeys(list), ...(view.sort === undefined ? [] : ['sort', 'isDescending'])]
  return { ...Object.fromEntries(keys.map((key) => [key, undefined])), ...view }
}

/** Long rows of digits are ids; an address gives short ones as numbers, and so do lists of codes. */
function readValue(list: List, key: string, value: unknown): unknown {
  const schema = list.find.input.shape[key] as z.ZodType | undefined
  if (!schema || value === undefined || typeof value === 'object') return undefined
  const text = String(value)
  const readings = [value, text, text.split('_'), text.split('_').map(Number)]
  return readings.map((reading) => schema.safeParse(reading)).find(({ success }) => success)?.data
}
