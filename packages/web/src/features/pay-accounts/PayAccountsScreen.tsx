import { useNavigate, useSearch } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { useBillingTabs } from '../ledger/use-billing-tabs.ts'
import { AccountsPanel } from './AccountsPanel.tsx'
import styles from './pay-accounts.module.css'
import { type PayAccountsUrl, payAccountViews } from './pay-accounts-url.ts'
import { ReceiptPanel } from './ReceiptPanel.tsx'
import { Sellers } from './Sellers.tsx'

/** Who is paid when customers pay online, the seller's details on receipts, and what agents are owed. */
export function PayAccountsScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { view = 'accounts' } = useSearch({ strict: false }) as PayAccountsUrl
  return (
    <Page title={t('billing.title')} tabs={useBillingTabs()} isTall={view !== 'sellers'}>
      <Segmented
        aria-label={t('payAccounts.parts')}
        className={`${styles.inset} tw-start`}
        value={view}
        options={payAccountViews.map((value) => ({ value, label: t(`payAccounts.view.${value}`) }))}
        onChange={(next) => void navigate({ to: '/index/pay/CAgentAccount', search: { view: next } })}
      />
      {view === 'accounts' && <AccountsPanel />}
      {view === 'receipt' && <ReceiptPanel />}
      {view === 'sellers' && <Sellers />}
    </Page>
  )
}
