import type { ImportKindName } from '@trackway/core/features/imports/kinds.ts'
import { ImportScreen } from '../imports/ImportScreen.tsx'
import type { StockTab } from './stock-tabs.ts'
import { useStockTabs } from './use-stock-tabs.ts'

/** Devices that come into the stock, move within it or leave it, by scanner, paste or file. */
export function StockGridScreen({ tab, name }: { tab: StockTab; name: ImportKindName }) {
  return <ImportScreen key={name} name={name} tabs={useStockTabs(tab)} />
}
