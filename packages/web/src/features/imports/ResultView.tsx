import { useQuery } from '@tanstack/react-query'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import { type ImportResultRow, importCalls } from '@trackway/core/features/imports/calls.ts'
import { type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { Alert, Button, Flex, Progress } from 'antd'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { saveFile } from '../../base/save-file.ts'
import { useCan, useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Stat, Stats } from '../../ui/layout/Stat.tsx'
import { toSheet } from './sheet-files.ts'

const lookMs = 700
/** Rows that are asked for at once. */
const rowsAtOnce = 5_000
/** Rows that are shown; the file has all. */
const shownRows = 100

interface ResultViewProps {
  jobId: number
  name: ImportKindName
  /** The rows that were not written, to be put right and written in a batch of their own. */
  onCorrect: (rows: ImportResultRow['cells'][]) => void
}

/** How far a batch is, and what became of its rows. */
export function ResultView({ jobId, name, onCorrect }: ResultViewProps) {
  const { t, format, toText } = useTexts()
  const { act, isBusy } = useAction()
  const { isDemo } = useUser()
  const { columns, of, personal } = kindOf(name)
  const mayReadOwners = useCan(...(ownerRecordCalls.view.permission as readonly Permission[])) && !isDemo
  const isWhole = personal === undefined || mayReadOwners
  const record = useCall(
    ['import', jobId],
    importCalls.find,
    { jobId },
    {
      refetchInterval: ({ state }) =>
        ['queued', 'running', 'undoing'].includes(state.data?.state ?? 'queued') ? lookMs : false,
    },
  )
  const state = record.data?.state
  const isOver = state === 'done' || state === 'failed' || state === 'undone'
  const told = useQuery({
    queryKey: ['import', jobId, 'told', state],
    queryFn: async ({ signal }) => {
      const wanted = state === 'undone' ? 'done' : 'failed'
      const { list } = await api(importCalls.results, { jobId, state: wanted, count: shownRows }, { signal })
      return list
    },
    enabled: isOver,
  })
  if (record.error) return <EmptyState title={t('imports.result.none')} text={toText(record.error)} />
  if (!record.data || record.data.kind !== name) return null

  const { total, done, failed, undone, passwords, canUndo } = record.data
  const settled = state === 'undoing' ? undone : done + failed
  const withRows = (wanted: 'failed' | undefined, use: (rows: ImportResultRow[]) => unknown) =>
    act(async () => {
      const rows: ImportResultRow[] = []
      for (;;) {
        const after = rows.at(-1)?.row ?? 0
        const { list } = await api(importCalls.results, {
          jobId,
          after,
          count: rowsAtOnce,
          isPersonalWhole: personal !== undefined && isWhole,
          ...(wanted && { state: wanted }),
        })
        rows.push(...list)
        if (list.length < rowsAtOnce) break
      }
      await use(rows)
    })
  const savePasswords = () =>
    act(async () => {
      const { passwords: told } = await api(importCalls.takePasswords, { jobId })
      const head = ['imports.grid.row', `imports.column.${columns[0]}`, 'imports.result.password'] as const
      const lines = told.map(({ row, name: of, password }) => [String(row), of, password])
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
  const undo = () =>
    confirm({
      title: t('imports.result.undoTitle', { count: done, formatted: format.number(done) }),
      text: t(`imports.result.undoText.${of}`),
      okLabel: t('imports.result.undo'),
      onOk: async () => {
        await api(importCalls.undo, { jobId })
        await reread(['import', jobId])
      },
    })
  return (
    <>
      <Stats label={t('imports.result.title')}>
        <Stat label={t('reports.column.importState')} value={t(`reports.importState.${state ?? 'queued'}`)} />
        <Stat label={t('reports.column.rowsTotal')} value={format.number(total)} />
        <Stat label={t('reports.column.rowsDone')} value={format.number(done)} />
        <Stat label={t('reports.column.rowsFailed')} value={format.number(failed)} />
        {undone > 0 && <Stat label={t('reports.column.rowsUndone')} value={format.number(undone)} />}
      </Stats>
      {!isOver && (
        <Progress
          percent={total === 0 ? 0 : Math.floor((settled / total) * 100)}
          aria-label={t('imports.result.progress')}
        />
      )}
      <Flex gap={8} wrap>
        {failed > 0 && isOver && (
          <>
            <Button type="primary" loading={isBusy} onClick={() => void withRows('failed', saveRows)}>
              {t('imports.result.errorFile')}
            </Button>
            {isWhole && (
              <Button
                onClick={() => void withRows('failed', (rows) => onCorrect(rows.map(({ cells }) => cells)))}
              >
                {t('imports.result.correct')}
              </Button>
            )}
          </>
        )}
        {isOver && (
          <Button onClick={() => void withRows(undefined, saveRows)}>{t('imports.result.allRows')}</Button>
        )}
        {canUndo && (
          <Button danger onClick={undo}>
            {t('imports.result.undo')}
          </Button>
        )}
      </Flex>
      {personal !== undefined && isOver && (
        <p className="tw-muted tw-small">{t(`imports.result.${isWhole ? 'personal' : 'masked'}`)}</p>
      )}
      {passwords > 0 && isOver && (
        <Alert
          type="info"
          showIcon
          title={t('imports.result.passwords', { count: passwords, formatted: format.number(passwords) })}
          description={
            <Flex vertical gap={8} align="start">
              {t('imports.result.passwordsOnce')}
              <ActionButton type="primary" loading={isBusy} onClick={() => void savePasswords()}>
                {t('imports.result.savePasswords')}
              </ActionButton>
            </Flex>
          }
        />
      )}
      {told.data && told.data.length > 0 && (
        <Panel
          title={t('imports.result.why')}
          note={
            failed > told.data.length
              ? t('imports.result.first', { count: told.data.length, total: format.number(failed) })
              : undefined
          }
        >
          <ul>
            {told.data.map((row) => (
              <li key={row.row}>
                <span className="tw-number">
                  {t('imports.result.line', {
                    row: format.number(row.row),
                    id: row.cells[columns[0]] ?? '',
                  })}
                </span>
                {' · '}
                {reasonOf(row)}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
