import type { ledgerList } from '@trackway/core/features/ledger/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

export const ledgerScreens = [
  screen({
    path: '/index/pay/ledger',
    permission: ['main:pay', 'main:agent'],
    search: (): ListUrl<typeof ledgerList> => ({}),
    component: async () => (await import('./LedgerScreen.tsx')).LedgerScreen,
  }),
] as const
