import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { BudgetsTab } from './BudgetsTab.tsx'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import type { NotificationTab } from './notification-tabs.ts'
import { ReceiversTab } from './ReceiversTab.tsx'
import { RulesTab } from './RulesTab.tsx'
import { WebhooksTab } from './WebhooksTab.tsx'

const route = getRouteApi('/index/notifications/$tab')

const bodies: Record<NotificationTab, ComponentType> = {
  rules: RulesTab,
  receivers: ReceiversTab,
  deliveries: DeliveriesTab,
  webhooks: WebhooksTab,
  budgets: BudgetsTab,
}

/** Who is notified of alarms, by which way, and the log of it. */
export function NotificationsScreen() {
  const { t } = useTranslation()
  const { tab } = route.useParams() as { tab: NotificationTab }
  const Body = bodies[tab]
  return (
    <Page title={t(`notifications.tab.${tab}`)}>
      <Body key={tab} />
    </Page>
  )
}
