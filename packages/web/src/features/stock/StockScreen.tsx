import { HistoryOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import {
  type StockItem,
  stockCalls,
  stockList,
  stockMovementList,
} from '@trackway/core/features/stock/calls.ts'
import { stockPlaces } from '@trackway/core/features/stock/places.ts'
import { useState } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import type { ChosenRows } from '../../ui/list/use-bulk-action.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { LabelButton } from '../labels/LabelButton.tsx'
import { readRows } from '../labels/read-rows.ts'
import { useStockTabs } from './use-stock-tabs.ts'

const route = getRouteApi('/test/stock/stockDevice')

/** Where each device is, how many are at each place, and what moved them. */
export function StockScreen() {
  const { t, format } = useTexts()
  const { place, pageNum: _page, pageSize: _size, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const [shown, setShown] = useState<StockItem | null>(null)
  const { search, deviceType, isRegistered, from, to } = filter as Record<string, never>
  const counts = useCall(['list', 'stock', 'counts', filter], stockCalls.counts, {
    search,
    deviceType,
    isRegistered,
    from,
    to,
  }).data?.counts
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shownCount = (count: number | undefined) => (count === undefined ? undefined : format.number(count))
  const rowActions: RowAction<StockItem>[] = [
    { label: 'stock.history', icon: <HistoryOutlined />, run: (row) => setShown(row) },
  ]
  return (
    <Page title={t('stock.title')} tabs={useStockTabs('stockDevice')}>
      <div className="tw-inset-on-phone">
        <Pills
          label={t('stock.places')}
          chosen={place ?? 'all'}
          onChoose={(key) =>
            void navigate({
              search: (was) => ({ ...was, pageNum: undefined, place: key === 'all' ? undefined : key }),
            })
          }
          pills={[
            { key: 'all' as const, label: t('stock.all'), count: shownCount(all) },
            ...stockPlaces.map((key) => ({
              key,
              label: t(`reports.stockPlace.${key}`),
              count: shownCount(counts?.[key]),
            })),
          ]}
        />
      </div>
      <ListScreen
        list={stockList}
        rowActions={rowActions}
        onOpen={setShown}
        bulkMore={(chosen) => <LabelButton read={() => stockIDs(chosen)} />}
        bulkFields={{
          stockMove: [
            { name: 'stockPlace', word: (code: string) => t(`reports.stockPlace.${code}`) },
            'paperNumber',
            'receiver',
            'note',
          ],
        }}
      />
      <Dialog
        width={900}
        open={shown !== null}
        title={t('stock.historyTitle', { id: shown?.terminalID })}
        footer={null}
        onCancel={() => setShown(null)}
      >
        {shown && <ListScreen list={stockMovementList} isLocal given={{ terminalID: shown.terminalID }} />}
      </Dialog>
    </Page>
  )
}

async function stockIDs(chosen: ChosenRows): Promise<string[]> {
  if ('ids' in chosen) return chosen.ids.map(String)
  const rows = await readRows<StockItem>(stockCalls.find, chosen.filter)
  return rows.map(({ terminalID }) => terminalID)
}
