import { NotificationOutlined } from '@ant-design/icons'
import { notificationBudgetList } from '@trackway/core/api/notifications/budgets.ts'
import { notificationDeliveryList } from '@trackway/core/api/notifications/deliveries.ts'
import { notificationReceiverList } from '@trackway/core/api/notifications/receivers.ts'
import { notificationRuleList } from '@trackway/core/api/notifications/rules.ts'
import { webhookList } from '@trackway/core/api/notifications/webhooks.ts'
import { screen } from '../../base/screen.ts'
import { readListUrl } from '../../ui/list/list-url.ts'
import { notificationTabs } from './notification-tabs.ts'

export const notificationScreens = [
  screen({
    path: '/index/notifications/$tab',
    permission: ['main:alarms'],
    parts: Object.fromEntries(notificationTabs.map((tab) => [tab, ['main:alarms'] as const])),
    menu: { label: 'app.menu.notifications', icon: NotificationOutlined },
    // Each list takes the filters that are its own.
    search: (raw) => ({
      ...readListUrl(notificationRuleList, raw),
      ...readListUrl(notificationReceiverList, raw),
      ...readListUrl(notificationDeliveryList, raw),
      ...readListUrl(webhookList, raw),
      ...readListUrl(notificationBudgetList, raw),
    }),
    component: async () => (await import('./NotificationsScreen.tsx')).NotificationsScreen,
  }),
] as const
