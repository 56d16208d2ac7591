import type { Permission } from '@trackway/core/codes/permissions.ts'
import { type ImportResultRow, importCalls } from '@trackway/core/features/imports/calls.ts'
import { type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { saveFile } from '../../base/save-file.ts'
import { useCan, useUser } from '../../base/session.ts'
import { toSheet } from '../../base/sheets/sheet-files.ts'
import { useTexts } from '../../base/use-texts.ts'
import { useAction } from '../../ui/actions/use-action.ts'

/** Rows of one request. */
const rowsAtOnce = 5_000

/** The rows of a batch as files, and why those that failed did. */
export function useResultFiles(jobId: number, name: ImportKindName) {
  const { t } = useTexts()
  const { act, isBusy } = useAction()
  const { isDemo } = useUser()
  const { columns, personal } = kindOf(name)
  const mayReadOwners = useCan(...(ownerRecordCalls.view.permission as readonly Permission[])) && !isDemo
  const isWhole = personal === undefined || mayReadOwners
  const withRows = (rowState: 'failed' | undefined, use: (rows: ImportResultRow[]) => unknown) =>
    act(async () => {
      const rows: ImportResultRow[] = []
      for (;;) {
        const after = rows.at(-1)?.row ?? 0
        const { list } = await api(importCalls.results, {
          jobId,
          after,
          count: rowsAtOnce,
          isPersonalWhole: personal !== undefined && isWhole,
          ...(rowState && { state: rowState }),
        })
        rows.push(...list)
        if (list.length < rowsAtOnce) break
      }
      await use(rows)
    })
  const savePasswords = () =>
    act(async () => {
      const { passwords } = await api(importCalls.takePasswords, { jobId })
      const head = ['imports.grid.row', `imports.column.${columns[0]}`, 'imports.result.password'] as const
      const lines = passwords.map(({ row, name: of, password }) => [String(row), of, password])
      const sheet = await toSheet([head.map((text) => t(text)), ...lines])
      saveFile(sheet, `${t('imports.result.passwordsFile')}.xlsx`)
      await reread(['import', jobId])
    })
  const reasonOf = ({ column, reason, values }: ImportResultRow) =>
    reason === null
      ? ''
      : `${column ? `${t(`imports.column.${column}`)}: ` : ''}${t(`rules.${reason}`, { ...values })}`
  const saveRows = (rows: readonly ImportResultRow[]) => {
    const head = [
      t('imports.grid.row'),
      ...columns.map((key) => t(`imports.column.${key}`)),
      t('imports.result.state'),
      t('imports.result.reason'),
    ]
    const lines = rows.map((row) => [
      String(row.row),
      ...columns.map((key) => row.cells[key] ?? ''),
      t(`imports.result.states.${row.state}`),
      reasonOf(row),
    ])
    return toSheet([head, ...lines]).then((sheet) => saveFile(sheet, `${t('imports.result.fileName')}.xlsx`))
  }
  return { isBusy, isWhole, withRows, saveRows, savePasswords, reasonOf }
}
