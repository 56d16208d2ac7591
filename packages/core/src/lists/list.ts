import { z } from 'zod'
import { limits } from '../codes/limits.ts'
import type { Permission } from '../codes/permissions.ts'
import type { ListColumn } from './columns.ts'
import type { ListFilter } from './filters.ts'
import type { ListName } from './list-names.ts'

/** What a list needs to know of a call of the contract (`api/call.ts`). */
interface ListCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  permission: 'public' | 'session' | readonly Permission[]
  input: I
  output: O
}

/** The call that answers a page of a list. */
type FindCall = ListCall<z.ZodObject, z.ZodObject>

/**
 * A list as data, beside its call: the screen, its files and its saved views follow from it. The order without a
 * choice is the one the call has as its default.
 */
export interface List<F extends FindCall = FindCall> {
  name: ListName
  find: F
  /** The key of a row that tells it from all others. */
  rowId: string
  columns: readonly ListColumn[]
  filters: readonly ListFilter[]
  /** What can be done with many rows at once: calls made by `bulkCall`. */
  bulk: readonly BulkAction[]
}

export interface BulkAction {
  /** Key of its words, `lists.bulk.<name>`. */
  name: string
  call: ListCall
  /** Cannot be undone: it is asked for first. */
  isDangerous?: boolean
}

type ListParts<F extends FindCall> = Pick<List<F>, 'name' | 'rowId' | 'columns'> &
  Partial<Pick<List<F>, 'filters' | 'bulk'>>

/** Describes the list of a call that answers `{ list, total }`. */
export function list<F extends FindCall>(find: F, parts: ListParts<F>): List<F> {
  return { find, filters: [], bulk: [], ...parts }
}

/** Rows by their ids, or all that a filter of the list's call finds; of both `limits.devicesPerOperation` at most. */
export function bulkInput<I extends z.ZodType>(find: FindCall, id: I) {
  return z.object({
    ids: z.array(id).min(1).max(limits.devicesPerOperation).optional(),
    filter: find.input.omit({ pageNum: true, pageSize: true }).optional(),
  })
}

/** Exactly one of both names the rows. */
export function isAimed({ ids, filter }: { ids?: unknown; filter?: unknown }): boolean {
  return (ids === undefined) !== (filter === undefined)
}

/** How many rows were changed, and which were not and why: the name of a result. */
export const bulkOutput = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.union([z.string(), z.int()]), result: z.string() })),
})
export type BulkOutput = z.output<typeof bulkOutput>
