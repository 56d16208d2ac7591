import { SettingOutlined } from '@ant-design/icons'
import { auditList } from '@trackway/core/api/audit.ts'
import { apiKeyList } from '@trackway/core/api/system/api-keys.ts'
import { jobList } from '@trackway/core/api/system/jobs.ts'
import { screen } from '../../base/screen.ts'
import { readListUrl } from '../../ui/list/list-url.ts'
import { systemTabs } from './system-tabs.ts'

export const systemScreens = [
  screen({
    path: '/index/system/$tab',
    permission: ['main:system_config'],
    parts: systemTabs,
    menu: { label: 'app.menu.system', icon: SettingOutlined },
    // Each list takes the filters that are its own.
    search: (raw) => ({
      ...readListUrl(auditList, raw),
      ...readListUrl(jobList, raw),
      ...readListUrl(apiKeyList, raw),
    }),
    component: async () => (await import('./SystemScreen.tsx')).SystemScreen,
  }),
] as const
