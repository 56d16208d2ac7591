import { screen } from '../../base/screen.ts'

export const subscriptionScreens = [
  screen({
    path: '/test/setting/subscribe',
    permission: ['test:subscribe'],
    menu: { section: 'factory', label: 'nbPlatforms.title', group: 'stock' },
    component: async () => (await import('./SubscriptionsScreen.tsx')).SubscriptionsScreen,
  }),
] as const
