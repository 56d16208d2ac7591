import { useNavigate, useSearch } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/layout/Page.tsx'
import { useBillingTabs } from '../../ledger/use-billing-tabs.ts'
import { Income } from './Income.tsx'
import { SellerOrders } from './SellerOrders.tsx'
import styles from './seller.module.css'
import { type SellerOrdersUrl, sellerViews } from './seller-orders-url.ts'

/** What customers below ordered, and what it brought. */
export function SellerOrdersScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { view = 'orders' } = useSearch({ strict: false }) as SellerOrdersUrl
  return (
    <Page title={t('billing.title')} tabs={useBillingTabs()} isTall={view === 'income'}>
      <Segmented
        aria-label={t('sellerOrders.parts')}
        className={`${styles.inset} tw-start`}
        value={view}
        options={sellerViews.map((value) => ({ value, label: t(`sellerOrders.view.${value}`) }))}
        onChange={(next) => void navigate({ to: '/index/pay/orders', search: { view: next } })}
      />
      {view === 'orders' ? <SellerOrders /> : <Income />}
    </Page>
  )
}
