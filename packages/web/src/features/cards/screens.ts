import type { cardHolderList } from '@trackway/core/features/cards/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

export const cardScreens = [
  screen({
    path: '/index/pay/cards',
    permission: ['main:pay', 'main:agent'],
    menu: {
      section: 'customers',
      label: 'billing.title',
      permission: ['main:pay'],
      covers: [
        '/index/pay/orders',
        '/index/pay/renewPrice',
        '/index/pay/discountCode',
        '/index/pay/CAgentAccount',
        '/index/pay/differences',
        '/index/pay/ledger',
      ],
    },
    search: (): ListUrl<typeof cardHolderList> => ({}),
    component: async () => (await import('./CardsScreen.tsx')).CardsScreen,
  }),
] as const
