import type { agpsDeliveryList, agpsSourceList } from '@trackway/core/features/agps/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

type AgpsUrl = ListUrl<typeof agpsSourceList> &
  ListUrl<typeof agpsDeliveryList> & { part?: 'log' | undefined }

export const agpsScreens = [
  screen({
    path: '/test/agps',
    permission: ['test:agps'],
    menu: { section: 'factory', label: 'agps.title', group: 'commands' },
    search: ({ part }): AgpsUrl => ({ part: part === 'log' ? part : undefined }),
    component: async () => (await import('./AgpsScreen.tsx')).AgpsScreen,
  }),
] as const
