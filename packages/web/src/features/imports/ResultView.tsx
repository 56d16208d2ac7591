import { useQuery } from '@tanstack/react-query'
import { limits } from '@trackway/core/codes/limits.ts'
import { type ImportResultRow, importCalls } from '@trackway/core/features/imports/calls.ts'
import { type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { Alert, Button, Flex, Progress } from 'antd'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Stat, Stats } from '../../ui/layout/Stat.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { ConnectDevices } from '../devices/set-up/ConnectDevices.tsx'
import { useResultFiles } from './use-result-files.ts'

const lookMs = 700
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
  const { columns, of, personal } = kindOf(name)
  const { isBusy, isWhole, withRows, saveRows, savePasswords, reasonOf } = useResultFiles(jobId, name)
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
  const failedRows = useQuery({
    queryKey: ['import', jobId, 'showResult', state],
    queryFn: async ({ signal }) => {
      const rowState = state === 'undone' ? 'done' : 'failed'
      const { list } = await api(
        importCalls.results,
        { jobId, state: rowState, count: shownRows },
        { signal },
      )
      return list
    },
    enabled: isOver,
  })
  if (record.error) return <EmptyState title={t('imports.result.none')} text={toText(record.error)} />
  if (!record.data || record.data.kind !== name) return null

  const { total, done, failed, undone, passwords, canUndo } = record.data
  const settled = state === 'undoing' ? undone : done + failed
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
        <PasswordsNote count={passwords} isBusy={isBusy} onSave={() => void savePasswords()} />
      )}
      {of === 'newDevice' && state === 'done' && done > 0 && <ConnectImported jobId={jobId} count={done} />}
      {failedRows.data && failedRows.data.length > 0 && (
        <FailedRows rows={failedRows.data} failed={failed} idColumn={columns[0]} reasonOf={reasonOf} />
      )}
    </>
  )
}

/** What to set on the devices that were imported, and how far each has come; of very many, the first. */
function ConnectImported({ jobId, count }: { jobId: number; count: number }) {
  const { t, format } = useTexts()
  const { data } = useCall(['import', jobId, 'imported'], importCalls.results, {
    jobId,
    state: 'done',
    count: limits.devicesPerOperation,
  })
  const terminalIDs = data?.list.flatMap(({ cells }) => cells.terminalID?.trim() || [])
  if (!terminalIDs) return <ContentLoading />
  const { length } = terminalIDs
  return (
    <Panel
      title={t('devices.setUp.titleOfMany', { count: length, shown: format.number(length) })}
      note={length < count && t('imports.result.first', { count: length, total: format.number(count) })}
    >
      <ConnectDevices terminalIDs={terminalIDs} />
    </Panel>
  )
}

interface PasswordsNoteProps {
  count: number
  isBusy: boolean
  onSave: () => void
}

function PasswordsNote({ count, isBusy, onSave }: PasswordsNoteProps) {
  const { t, format } = useTexts()
  return (
    <Alert
      type="info"
      showIcon
      title={t('imports.result.passwords', { count, formatted: format.number(count) })}
      description={
        <Flex vertical gap={8} align="start">
          {t('imports.result.passwordsOnce')}
          <ActionButton type="primary" loading={isBusy} onClick={onSave}>
            {t('imports.result.savePasswords')}
          </ActionButton>
        </Flex>
      }
    />
  )
}

interface FailedRowsProps {
  rows: readonly ImportResultRow[]
  /** How many failed; the first of them are shown. */
  failed: number
  idColumn: keyof ImportResultRow['cells']
  reasonOf: (row: ImportResultRow) => string
}

function FailedRows({ rows, failed, idColumn, reasonOf }: FailedRowsProps) {
  const { t, format } = useTexts()
  return (
    <Panel
      title={t('imports.result.why')}
      note={
        failed > rows.length
          ? t('imports.result.first', { count: rows.length, total: format.number(failed) })
          : undefined
      }
    >
      <ul>
        {rows.map((row) => (
          <li key={row.row}>
            <span className="tw-number">
              {t('imports.result.line', {
                row: format.number(row.row),
                id: row.cells[idColumn] ?? '',
              })}
            </span>
            {' · '}
            {reasonOf(row)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
