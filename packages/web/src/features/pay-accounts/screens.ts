import { screen } from '../../base/screen.ts'
import { readPayAccountsUrl } from './pay-accounts-url.ts'

export const payAccountScreens = [
  screen({
    path: '/index/pay/CAgentAccount',
    permission: ['main:pay'],
    search: readPayAccountsUrl,
    component: async () => (await import('./PayAccountsScreen.tsx')).PayAccountsScreen,
  }),
] as const
