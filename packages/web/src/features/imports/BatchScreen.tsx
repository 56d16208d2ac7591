import { EyeOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { type ImportRecord, importList } from '@trackway/core/features/imports/calls.ts'
import { importKindNames, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { pathAtHost } from '../../base/web-paths.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import styles from './imports.module.css'

/** Batches move on by themselves. */
const refetchMs = () => 5_000

/** What is looked up or taken back by a list, beside the batches. */
const lookups = [
  { name: 'miltiInfoSearch', permission: ['main:devices_management'] },
  { name: 'deviceExportIccid', permission: ['main:devices_sim_check'] },
  { name: 'deviceReset', permission: ['main:devices_reset', 'main:device_init'] },
] as const

/** Every batch that the user may start, and what became of those before. */
export function BatchScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { permissions } = useUser()
  const kinds = importKindNames.filter(
    (name) => kindOf(name).path.startsWith('/index/') && holdsAny(permissions, kindOf(name).permission),
  )
  const cards = [
    ...kinds.map((name) => ({
      path: kindOf(name).path,
      title: t(`reports.importKind.${name}`),
      about: t(`reports.importAbout.${name}`),
    })),
    ...lookups
      .filter(({ permission }) => holdsAny(permissions, permission))
      .map(({ name }) => ({
        path: `/index/device/${name}`,
        title: t(`imports.lookup.${name}`),
        about: t(`imports.about.${name}`),
      })),
  ]
  const open = ({ jobId, kind }: ImportRecord) =>
    void navigate({ to: kindOf(kind).path as never, search: { jobId } as never })
  const rowActions: RowAction<ImportRecord>[] = [
    { label: 'imports.batch.open', icon: <EyeOutlined />, run: open },
  ]
  return (
    <Page title={t('imports.batch.title')}>
      <nav className="tw-cards tw-inset-on-phone tw-grid" aria-label={t('imports.batch.kinds')}>
        {cards.map(({ path, title, about }) => (
          <a
            key={path}
            className={`${styles.kind} tw-padded-bar tw-frame tw-grid tw-gap-2 tw-text`}
            href={pathAtHost(path)}
            onClick={(event) => {
              // Whoever wants a tab of its own gets one.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              void navigate({ to: path as never })
            }}
          >
            <strong>{title}</strong>
            <span className="tw-muted tw-small">{about}</span>
          </a>
        ))}
      </nav>
      <ListScreen list={importList} refetchMs={refetchMs} rowActions={rowActions} onOpen={open} />
    </Page>
  )
}
