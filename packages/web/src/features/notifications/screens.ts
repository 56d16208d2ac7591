import { NotificationOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { readAccount } from '../../ui/list/list-url.ts'
import { notificationTabs } from './notification-tabs.ts'

export const notificationScreens = [
  screen({
    path: '/index/notifications/$tab',
    permission: ['main:alarms'],
    parts: Object.fromEntries(notificationTabs.map((tab) => [tab, ['main:alarms'] as const])),
    menu: { label: 'app.menu.notifications', icon: NotificationOutlined },
    search: readAccount,
    component: async () => (await import('./NotificationsScreen.tsx')).NotificationsScreen,
  }),
] as const
