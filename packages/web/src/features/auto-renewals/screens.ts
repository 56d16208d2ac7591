import type { autoRenewalList } from '@trackway/core/features/auto-renewals/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

export const autoRenewalScreens = [
  screen({
    path: '/index/order/autoRenewal',
    permission: ['main:order'],
    search: (): ListUrl<typeof autoRenewalList> => ({}),
    component: async () => (await import('./AutoRenewalScreen.tsx')).AutoRenewalScreen,
  }),
] as const
