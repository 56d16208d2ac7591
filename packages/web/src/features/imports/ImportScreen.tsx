import { useNavigate, useSearch } from '@tanstack/react-router'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import { type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import {
  type ColumnMatch,
  type KnownHeadings,
  matchColumns,
} from '@trackway/core/features/imports/match-columns.ts'
import { Alert, Button, Checkbox, Dropdown, Flex } from 'antd'
import i18next from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import type { Encoding } from '../../base/decode-text.ts'
import { queryClient } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { readSheet } from '../../base/sheets/sheet-files.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { confirm } from '../../ui/form/confirm.ts'
import { BackLink } from '../../ui/layout/BackLink.tsx'
import { Page, type PageTabs } from '../../ui/layout/Page.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { CheckGrid } from './CheckGrid.tsx'
import { DefaultsPanel, MappingPanel } from './DefaultsPanel.tsx'
import styles from './imports.module.css'
import { KindChoice } from './KindChoice.tsx'
import { ResultView } from './ResultView.tsx'
import { type Source, SourceStep } from './SourceStep.tsx'
import { type Defaults, useBatch } from './use-batch.ts'
import { useRowsByReason } from './use-rows-by-reason.ts'

/** What the call takes of headings. */
const maxHeading = 200
const maxHeadings = 200

interface Sheet {
  source: Source
  match: ColumnMatch
  /** Its columns are matched as those of the last sheet were. */
  isKnown?: boolean
}

interface ImportScreenProps {
  name: ImportKindName
  /** Of the page whose tab it is; left out: the kind's own. */
  title?: string
  tabs?: PageTabs
}

/** The screen of one kind of batch. */
export function ImportScreen({ name, title, tabs }: ImportScreenProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { jobId } = useSearch({ strict: false }) as { jobId?: number }
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [defaults, setDefaults] = useState<Defaults>({})
  const { act } = useAction()
  const isOffice = kindOf(name).path.startsWith('/index/')
  const show = (id: number | undefined) => void navigate({ to: '.', search: { jobId: id } as never })

  const take = async (source: Source) => {
    const known: KnownHeadings = await queryClient
      .fetchQuery({
        queryKey: ['importHeadings', name],
        queryFn: ({ signal }) => api(importCalls.headings, { kind: name }, { signal }),
      })
      // Without them the columns are matched as those of a first sheet.
      .then(
        ({ headings }) => headings,
        () => ({}),
      )
    const names = (key: ImportColumnKey) =>
      ['en', 'cn'].flatMap((lng) => {
        const text = i18next.getResource(lng, 'translation', `imports.column.${key}`)
        return typeof text === 'string' ? [text] : []
      })
    const match = matchColumns(kindOf(name), source.rows, names, known)
    const isKnown = source.rows[match.headRow]?.some((text) => Object.hasOwn(known, text.trim())) ?? false
    setSheet({ source, match, isKnown })
  }
  const reread = (encoding: Encoding) =>
    act(async () => {
      const file = sheet?.source.file
      if (file) await take({ ...(await readSheet(file, encoding)), file })
    })
  const correct = (rows: readonly ImportCells[]) => {
    const { columns } = kindOf(name)
    const texts = rows.map((cells) => columns.map((key) => cells[key] ?? ''))
    setSheet({
      source: { file: null, encoding: null, rows: texts },
      match: { headRow: -1, columns: [...columns] },
    })
    show(undefined)
  }
  const restart = () => {
    setSheet(null)
    show(undefined)
  }
  return (
    <Page
      title={title ?? t(`reports.importKind.${name}`)}
      {...(tabs && { tabs })}
      {...(isOffice && {
        back: <BackLink to="/index/device/batchManage" label={t('imports.batch.title')} />,
      })}
      isTall
      actions={(sheet || jobId) && <Button onClick={restart}>{t('imports.restart')}</Button>}
    >
      <div className="tw-inset-on-phone tw-column tw-fill tw-gap-12">
        {isOffice && sheet === null && jobId === undefined && <KindChoice />}
        {name === 'deviceUpdateHost' && <Alert type="info" showIcon title={t('imports.hostNote')} />}
        {jobId !== undefined ? (
          <ResultView jobId={jobId} name={name} onCorrect={correct} />
        ) : sheet === null ? (
          <>
            <SourceStep name={name} onSource={(source) => void take(source)} />
            <DefaultsPanel name={name} defaults={defaults} onDefaults={setDefaults} />
          </>
        ) : (
          <>
            <MappingPanel
              name={name}
              source={sheet.source}
              headRow={sheet.match.headRow}
              columns={sheet.match.columns}
              isKnown={sheet.isKnown ?? false}
              onEncoding={(encoding) => void reread(encoding)}
              onColumns={(columns) => setSheet({ ...sheet, match: { ...sheet.match, columns } })}
            />
            <DefaultsPanel name={name} defaults={defaults} onDefaults={setDefaults} />
            <CheckStep
              // Another encoding or mapping is another sheet.
              key={`${sheet.source.encoding} ${sheet.match.columns.join()}`}
              name={name}
              sheet={sheet}
              defaults={defaults}
              onStarted={show}
            />
          </>
        )}
      </div>
    </Page>
  )
}

interface CheckStepProps {
  name: ImportKindName
  sheet: Sheet
  defaults: Defaults
  onStarted: (jobId: number) => void
}

function CheckStep({ name, sheet, defaults, onStarted }: CheckStepProps) {
  const { t, format, toText } = useTexts()
  const { isDemo } = useUser()
  const initial = useMemo(() => cellsOf(sheet), [sheet])
  const batch = useBatch(name, initial, defaults)
  const [reason, setReason] = useState('all')
  const [isWhole, setIsWhole] = useState(false)
  const { act, isBusy } = useAction()
  // One a sheet: a second click finds the batch of the first.
  const [key] = useState(() => crypto.randomUUID())

  const { reasons, shown } = useRowsByReason(batch, reason)
  const bad = batch.rows.length - batch.good
  const isCounted = kindOf(name).of === 'newDevice' && batch.left !== null
  const blocked = isDemo
    ? t('result.demoAccount')
    : batch.unchecked > 0
      ? t('imports.commit.checking')
      : batch.good === 0 || (isWhole && bad > 0)
        ? t('imports.commit.noneGood')
        : isCounted && batch.good > (batch.left ?? 0)
          ? t('result.notEnoughImportCounts')
          : null
  const start = () =>
    act(async () => {
      const fileName = sheet.source.file?.name
      const headings = headingsOf(sheet)
      const about = { ...(fileName && { fileName }), ...(headings && { headings }) }
      const input = { kind: name, rows: [...batch.rows], key, isWhole, ...about }
      const { jobId } = await api(importCalls.start, input, { timeoutMs: 120_000 })
      onStarted(jobId)
    })
  const ask = () => {
    const what = t(`reports.importKind.${name}`)
    confirm({
      title: t('imports.commit.sure', { what, count: batch.good, formatted: format.number(batch.good) }),
      text: t('imports.commit.sureText'),
      okLabel: what,
      typed: String(batch.good),
      onOk: start,
    })
  }
  return (
    <>
      <Toolbar end={<FixMenu onFix={batch.fix} />}>
        <Pills
          label={t('imports.filter.title')}
          chosen={reasons.some(([name]) => name === reason) || reason === 'bad' ? reason : 'all'}
          onChoose={setReason}
          pills={[
            { key: 'all', label: t('imports.filter.all'), count: format.number(batch.rows.length) },
            { key: 'bad', label: t('imports.filter.bad'), count: format.number(bad) },
            ...reasons.map(([name, count]) => ({
              key: name,
              label: t(`imports.reason.${name}`, { defaultValue: t(`rules.${name}`) }),
              count: format.number(count),
            })),
          ]}
        />
      </Toolbar>
      <CheckGrid batch={batch} shown={shown} />
      <div className={`${styles.commit} tw-padded-bar tw-frame`}>
        <Toolbar
          end={
            <ActionButton
              reason={blocked}
              type="primary"
              loading={isBusy}
              onClick={() => (kindOf(name).confirms ? ask() : void start())}
            >
              {t(`imports.commit.act.${name}`, { count: batch.good, formatted: format.number(batch.good) })}
            </ActionButton>
          }
        >
          <Flex gap={16} align="center" wrap>
            <output className="tw-muted tw-number">
              {batch.failure
                ? toText(batch.failure)
                : batch.unchecked > 0
                  ? t('imports.commit.left', {
                      count: batch.unchecked,
                      formatted: format.number(batch.unchecked),
                    })
                  : t('imports.commit.counts', { good: format.number(batch.good), bad: format.number(bad) })}
              {isCounted &&
                ` · ${t('imports.commit.needs', { needs: format.number(batch.good), left: format.number(batch.left ?? 0) })}`}
            </output>
            {batch.failure !== null && (
              <Button size="small" onClick={batch.recheck}>
                {t('ui.error.again')}
              </Button>
            )}
            <Checkbox checked={isWhole} onChange={(event) => setIsWhole(event.target.checked)}>
              {t('imports.commit.whole')}
            </Checkbox>
            <span className="tw-not-when-narrow tw-muted tw-small">{t('imports.grid.keys')}</span>
          </Flex>
        </Toolbar>
      </div>
    </>
  )
}

function FixMenu({ onFix }: { onFix: ReturnType<typeof useBatch>['fix'] }) {
  const { t } = useTranslation()
  return (
    <Dropdown
      menu={{
        items: (['trim', 'scientific', 'duplicates', 'errors'] as const).map((fix) => ({
          key: fix,
          label: t(`imports.fix.${fix}`),
          onClick: () => onFix(fix),
        })),
      }}
    >
      <Button>{t('imports.fix.title')}</Button>
    </Dropdown>
  )
}

/** What the headings of a sheet mean, to be remembered for the next; null: it has none. */
function headingsOf({ source, match }: Sheet): KnownHeadings | null {
  const texts = source.rows[match.headRow]
  if (texts === undefined) return null
  const meant = match.columns.flatMap((key, at) => {
    const text = texts[at]?.trim() ?? ''
    return text !== '' && text.length <= maxHeading ? [[text, key] as const] : []
  })
  return Object.fromEntries(meant.slice(0, maxHeadings))
}

function cellsOf({ source, match }: Sheet): ImportCells[] {
  return source.rows
    .slice(match.headRow + 1)
    .map((row) =>
      Object.fromEntries(match.columns.flatMap((key, at) => (key && row[at] ? [[key, row[at]]] : []))),
    )
}
