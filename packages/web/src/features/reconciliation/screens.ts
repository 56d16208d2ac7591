import type { differenceList } from '@trackway/core/features/reconciliation/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

export const differenceScreens = [
  screen({
    path: '/index/pay/differences',
    permission: ['main:pay'],
    search: (): ListUrl<typeof differenceList> => ({}),
    component: async () => (await import('./DifferencesScreen.tsx')).DifferencesScreen,
  }),
] as const
