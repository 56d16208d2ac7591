import type { discountCodeList } from '@trackway/core/features/discount-codes/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

export const discountCodeScreens = [
  screen({
    path: '/index/pay/discountCode',
    permission: ['main:pay'],
    search: (): ListUrl<typeof discountCodeList> => ({}),
    component: async () => (await import('./DiscountCodesScreen.tsx')).DiscountCodesScreen,
  }),
] as const
