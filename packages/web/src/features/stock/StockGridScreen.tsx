import type { ImportKindName } from '@trackway/core/features/imports/kinds.ts'
import { useTranslation } from 'react-i18next'
import { ImportScreen } from '../imports/ImportScreen.tsx'
import type { StockTab } from './stock-tabs.ts'
import { useStockTabs } from './use-stock-tabs.ts'

/** Devices that come into the stock, move within it or leave it, by scanner, paste or file. */
export function StockGridScreen({ tab, name }: { tab: StockTab; name: ImportKindName }) {
  const { t } = useTranslation()
  return <ImportScreen key={name} name={name} title={t('stock.title')} tabs={useStockTabs(tab)} />
}
