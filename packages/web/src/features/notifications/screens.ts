import { screen } from '../../base/screen.ts'
import { readAccount } from '../../ui/list/list-url.ts'
import { notificationTabs } from './notification-tabs.ts'

export const notificationScreens = [
  screen({
    path: '/index/notifications/$tab',
    permission: ['main:alarms'],
    parts: Object.fromEntries(notificationTabs.map((tab) => [tab, ['main:alarms'] as const])),
    menu: {
      section: 'alarms',
      parts: Object.fromEntries(notificationTabs.map((tab) => [tab, { label: `notifications.tab.${tab}` }])),
    },
    search: readAccount,
    component: async () => (await import('./NotificationsScreen.tsx')).NotificationsScreen,
  }),
] as const
