import { screen } from '../../base/screen.ts'
import { readAlarmsUrl } from './url-state.ts'

export const alarmScreens = [
  screen({
    path: '/index/alarmsAll',
    permission: ['main:alarms'],
    menu: { section: 'alarms', label: 'alarms.title', covers: ['/index/alarms'] },
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
