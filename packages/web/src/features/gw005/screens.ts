import { ToolOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'

interface Gw005Url {
  terminalID?: string | undefined
}

export const gw005Screens = [
  screen({
    path: '/test/search',
    permission: ['test:gw005'],
    menu: { label: 'gw005.menu', icon: ToolOutlined },
    search: ({ terminalID }: Record<string, unknown>): Gw005Url => ({
      terminalID: terminalID === undefined ? undefined : String(terminalID),
    }),
    component: async () => (await import('./Gw005Screen.tsx')).Gw005Screen,
  }),
] as const
