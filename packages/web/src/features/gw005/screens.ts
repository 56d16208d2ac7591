import { screen } from '../../base/screen.ts'

interface Gw005Url {
  terminalID?: string | undefined
}

export const gw005Screens = [
  screen({
    path: '/test/search',
    permission: ['test:gw005'],
    menu: { section: 'factory', label: 'gw005.title', group: 'testing' },
    search: ({ terminalID }: Record<string, unknown>): Gw005Url => ({
      terminalID: terminalID === undefined ? undefined : String(terminalID),
    }),
    component: async () => (await import('./Gw005Screen.tsx')).Gw005Screen,
  }),
] as const
