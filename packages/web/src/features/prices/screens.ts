import { screen } from '../../base/screen.ts'
import { readPricesUrl } from './url-state.ts'

export const renewPriceScreens = [
  screen({
    path: '/index/pay/renewPrice',
    permission: ['main:pay'],
    search: readPricesUrl,
    component: async () => (await import('./PricesScreen.tsx')).PricesScreen,
  }),
] as const
