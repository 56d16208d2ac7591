import { EyeOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { type ImportRecord, importList } from '@trackway/core/features/imports/calls.ts'
import { kindOf } from '@trackway/core/features/imports/kinds.ts'
import { useTranslation } from 'react-i18next'
import { pathAtHost } from '../../base/web-paths.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { batchEntries, useBatchKinds } from './batch-entries.ts'
import styles from './imports.module.css'

/** Batches move on by themselves. */
const refetchMs = () => 5_000

/** Every batch that the user may start, and what became of those before. */
export function BatchScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const kinds = useBatchKinds()
  const entries = batchEntries.flatMap((name) => {
    const [usual, ...others] = kinds[name]
    return usual ? [{ name, path: usual.path, kinds: [usual, ...others] }] : []
  })
  const open = ({ jobId, kind }: ImportRecord) =>
    void navigate({ to: kindOf(kind).path as never, search: { jobId } as never })
  const rowActions: RowAction<ImportRecord>[] = [
    { label: 'imports.batch.open', icon: <EyeOutlined />, run: open },
  ]
  return (
    <Page title={t('imports.batch.title')}>
      <nav className="tw-cards tw-inset-on-phone tw-grid" aria-label={t('imports.batch.kinds')}>
        {entries.map(({ name, path, kinds }) => (
          <a
            key={name}
            className={`${styles.kind} tw-padded-bar tw-frame tw-grid tw-gap-2 tw-text`}
            href={pathAtHost(path)}
            onClick={(event) => {
              // Whoever wants a tab of its own gets one.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              void navigate({ to: path as never })
            }}
          >
            <strong>{t(`imports.entry.${name}`)}</strong>
            <span className="tw-muted tw-small">
              {kinds.length === 1 ? kinds[0]!.about : t(`imports.entry.about.${name}`)}
            </span>
          </a>
        ))}
      </nav>
      <ListScreen list={importList} refetchMs={refetchMs} rowActions={rowActions} onOpen={open} />
    </Page>
  )
}
