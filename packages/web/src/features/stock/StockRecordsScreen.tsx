import { EyeOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { type ImportRecord, importList } from '@trackway/core/features/imports/calls.ts'
import { kindOf } from '@trackway/core/features/imports/kinds.ts'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { useStockTabs } from './use-stock-tabs.ts'

/** Batches move on by themselves. */
const refetchMs = () => 5_000

/** What was imported and moved by list; each record can be opened, and undone while nothing followed. */
export function StockRecordsScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const rowActions: RowAction<ImportRecord>[] = [
    {
      label: 'imports.batch.open',
      icon: <EyeOutlined />,
      run: ({ kind, jobId }) => void navigate({ to: kindOf(kind).path as never, search: { jobId } as never }),
    },
  ]
  return (
    <Page title={t('stock.title')} tabs={useStockTabs('records')}>
      <ListScreen list={importList} rowActions={rowActions} refetchMs={refetchMs} />
    </Page>
  )
}
