import { SettingOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { systemTabs } from './system-tabs.ts'

export const systemScreens = [
  screen({
    path: '/index/system/$tab',
    permission: ['main:system_config'],
    parts: systemTabs,
    menu: { label: 'app.menu.system', icon: SettingOutlined },
    component: async () => (await import('./SystemScreen.tsx')).SystemScreen,
  }),
] as const
