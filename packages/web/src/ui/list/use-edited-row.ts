import { useSearch } from '@tanstack/react-router'
import type { Call } from '@trackway/core/api/call.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { useUser } from '../../base/session.ts'
import { isOpenTo } from './RowActions.tsx'
import { type ListQuery, type RowOf, useList } from './use-list.ts'
import type { RowId } from './use-selection.ts'

/**
 * The row whose dialog is open over a list, `fresh` for one that is added, and null for none. The address holds which,
 * so that a reload and a link open it, where the account may make the call of the dialog; "back" closes it.
 * @param given as the list has it
 */
export function useEditedRow<L extends List, const Fresh = never>(
  list: L,
  { permission }: Pick<Call, 'permission'>,
  fresh?: Fresh,
  given?: ListQuery<L>['given'],
) {
  const { edit } = useSearch({ strict: false }) as { edit?: RowId }
  const change = useUrlChange<{ edit: RowId | undefined }>()
  const { permissions } = useUser()
  // The same query as that of the list.
  const { data } = useList(list, { given }).query
  const idOf = (row: unknown) => (row as Record<string, RowId>)[list.rowId]
  const row = edit === 'new' ? fresh : data?.list.find((each) => idOf(each) === edit)
  const edited = edit !== undefined && isOpenTo(permissions, permission) ? (row ?? null) : null
  const open = (next: RowOf<L> | 'new' | null) =>
    change({ edit: next === null ? undefined : next === 'new' ? 'new' : idOf(next) })
  return [edited, open] as const
}
