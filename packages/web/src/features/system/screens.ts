import { screen } from '../../base/screen.ts'
import { systemTabs } from './system-tabs.ts'

export const systemScreens = [
  screen({
    path: '/index/system/$tab',
    permission: ['main:system_config'],
    parts: systemTabs,
    menu: {
      section: 'system',
      parts: Object.fromEntries(Object.keys(systemTabs).map((tab) => [tab, { label: `system.tab.${tab}` }])),
    },
    component: async () => (await import('./SystemScreen.tsx')).SystemScreen,
  }),
] as const
