import { BellOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'

export const subscriptionScreens = [
  screen({
    path: '/test/setting/subscribe',
    permission: ['test:subscribe'],
    menu: { label: 'nbPlatforms.menu', icon: BellOutlined },
    component: async () => (await import('./SubscriptionsScreen.tsx')).SubscriptionsScreen,
  }),
] as const
