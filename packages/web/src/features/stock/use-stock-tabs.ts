import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PageTabs } from '../../ui/layout/Page.tsx'
import { type StockTab, stockTabNames } from './stock-tabs.ts'

/** The screens of the stock as tabs of one page; each has an address of its own. */
export function useStockTabs(activeKey: StockTab): PageTabs {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return {
    activeKey,
    items: stockTabNames.map((key) => ({ key, label: t(`stock.tab.${key}`) })),
    onChange: (key) => void navigate({ to: `/test/stock/${key as StockTab}` as never }),
  }
}
