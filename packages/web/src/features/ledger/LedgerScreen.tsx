import { ledgerList } from '@trackway/core/features/ledger/calls.ts'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useBillingTabs } from './use-billing-tabs.ts'

/** What the account and those below it were given, passed on and used. */
export function LedgerScreen() {
  const { t } = useTranslation()
  return (
    <Page title={t('billing.title')} tabs={useBillingTabs()}>
      <ListScreen list={ledgerList} />
    </Page>
  )
}
