import type { BulkOutput } from '@trackway/core/api/call.ts'
import type { BulkAction, List } from '@trackway/core/lists/list.ts'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { confirm } from '../form/confirm.ts'
import styles from './list.module.css'
import type { RowId, Selection } from './use-selection.ts'

/** Rows by their ids, or all that a filter finds. */
export type ChosenRows = { ids: readonly RowId[] } | { filter: object }

export interface BulkBarProps {
  list: List
  selection: Selection
  filter: object
  total: number
  nameOf: (id: RowId) => string
  /** Form fields of an action, where its keys alone do not define them. */
  bulkFields?: Record<string, readonly unknown[]> | undefined
  /** What else can be done with those chosen: by their ids, or all that the filter finds. */
  bulkMore?: ((chosen: ChosenRows) => ReactNode) | undefined
  /** Called after an action without a form, whose reply may hold more than how many were done. */
  onBulk?: ((action: BulkAction, output: BulkOutput) => void) | undefined
  /** Shows the result, where that is more than how many were done. */
  onDone?: (output: BulkOutput) => void
  /** How many rows these calls take at once; left out: as many as most calls do. */
  most?: number
}

/** Many rows may take their time: each is a change of its own. */
const bulkMs = 5 * 60_000

/** Runs an action on all rows that are chosen, and lists those that were refused. */
export function useBulkAction({ selection, filter, nameOf, onBulk, onDone }: BulkBarProps) {
  const { t, format, toText } = useTexts()
  const { message, modal } = App.useApp()
  const [busy, setBusy] = useState<string | null>(null)
  const [openAction, setOpenAction] = useState<BulkAction | null>(null)
  const { ids, isAll, count } = selection
  const shown = format.number(count)

  const inputOf = ({ input, idsKey = 'ids', confirms }: BulkAction) => ({
    ...(isAll ? { filter } : { [idsKey]: ids }),
    ...(confirms && { [confirms]: count }),
    ...input,
  })
  const run = async (action: BulkAction) => {
    setBusy(action.name)
    try {
      const output = await api(action.call, inputOf(action) as never, { timeoutMs: bulkMs })
      showResult(output as BulkOutput)
      onBulk?.(action, output as BulkOutput)
    } finally {
      setBusy(null)
      await reread('list')
    }
  }
  const showResult = (output: BulkOutput) => {
    const { done, failed } = output
    if (onDone) onDone(output)
    else if (done > 0) message.success(t('lists.done', { count: done, shown: format.number(done) }))
    if (failed.length > 0) showFailures(failed)
    selection.replace(failed.map(({ id }) => id))
  }
  const showFailures = (failed: BulkOutput['failed']) =>
    modal.warning({
      title: t('lists.notDone', { count: failed.length, shown: format.number(failed.length) }),
      content: (
        <ul className={styles.refused}>
          {failed.map(({ id, result }) => (
            <li key={id}>
              <strong>{nameOf(id)}</strong> {t(`result.${result}`)}
            </li>
          ))}
        </ul>
      ),
    })
  const start = (action: BulkAction) => {
    const label = t(`list.bulk.${action.name}`)
    if (action.fieldKeys) return setOpenAction(action)
    if (!action.isDangerous) return run(action).catch((error: unknown) => message.error(toText(error)))
    confirm({
      title: t('lists.sure', { label, count, shown }),
      text: t([`list.sureOf.${action.name}`, 'lists.sureText']),
      okLabel: label,
      // What cannot be undone for many is not done by one click.
      typed: count > 1 || action.confirms ? String(count) : undefined,
      onOk: () => run(action),
    })
  }

  return { busy, openAction, setOpenAction, inputOf, start, showResult }
}
