import { BellOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { UnreadBadge } from './live/UnreadBadge.tsx'
import { readAlarmsUrl } from './url-state.ts'

export const alarmScreens = [
  screen({
    path: '/index/alarmsAll',
    permission: ['main:alarms'],
    menu: {
      label: 'app.menu.alarms',
      icon: BellOutlined,
      badge: UnreadBadge,
      covers: ['/index/alarms'],
      phone: [{ label: 'app.menu.alarms', icon: BellOutlined }],
    },
    search: readAlarmsUrl,
    component: async () => (await import('./alarm-screens.tsx')).AllAlarmsScreen,
  }),
  screen({
    path: '/index/alarms',
    permission: ['main:alarms'],
    search: readAlarmsUrl,
    component: async () => (await import('./alarm-screens.tsx')).OwnAlarmsScreen,
  }),
] as const
