import { z } from 'zod'
import type { Permission } from '../codes/permissions.ts'
import type { ListColumn } from './columns.ts'
import type { ListFilter } from './filters.ts'

/** What a list needs to know of a call of the contract (`api/call.ts`). */
interface ListCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  permission: 'public' | 'session' | readonly Permission[]
  demo: boolean
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
  /** Files, saved views and texts name it so. */
  name: string
  find: F
  /** The key that identifies a row. */
  rowId: string
  columns: readonly ListColumn[]
  filters: readonly ListFilter[]
  /** What can be done with many rows at once: calls made by `bulkCall`. */
  bulk: readonly BulkAction[]
  /** How many rows that a filter finds these calls take at once; left out: as many as rows that are named. */
  mostAtOnce?: number
}

export interface BulkAction {
  /** Key of its words, `list.bulk.<name>`. */
  name: string
  call: ListCall
  /** Sent beside the rows. */
  input?: Readonly<Record<string, unknown>>
  /** Keys of the input that the dialog has a field for, named as their columns; the screen may add its own fields. */
  fieldKeys?: string | readonly string[]
  /** What the input calls the ids of the rows. */
  idsKey?: string
  /** Key of the input with the number of rows that the user typed to confirm. */
  confirms?: string
  /** For those alone who hold one of these keys, where its call is open to more. */
  permission?: readonly Permission[]
  /** Cannot be undone: the user confirms it first. */
  isDangerous?: boolean
}

type ListParts<F extends FindCall> = Pick<List<F>, 'name' | 'rowId' | 'columns'> &
  Partial<Pick<List<F>, 'filters' | 'bulk' | 'mostAtOnce'>>

/** Every list that is described; all of them are where the whole contract is loaded. */
export const described: List[] = []

/** Describes the list of a call that answers `{ list, total }`. */
export function list<F extends FindCall>(find: F, parts: ListParts<F>): List<F> {
  const made: List<F> = { find, filters: [], bulk: [], ...parts }
  described.push(made)
  return made
}

/** The name of a list. Lists are described beside their calls, which load later: it is looked up when first used. */
export const listName = z.lazy(() => z.enum(described.map(({ name }) => name)))
