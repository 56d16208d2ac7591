import { autoRenewalList } from '@trackway/core/features/auto-renewals/calls.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useOrderTabs } from '../orders/use-order-tabs.ts'
import { AutoRenewalPanel } from './AutoRenewalPanel.tsx'

/** Whether devices renew by themselves, and what came of it. */
export function AutoRenewalScreen() {
  const { t } = useTexts()
  return (
    <Page title={t('orders.title')} tabs={useOrderTabs()} isTall>
      <AutoRenewalPanel />
      <ListScreen list={autoRenewalList} isBrief />
    </Page>
  )
}
