import type { moveServerList, serverMoveList } from '@trackway/core/features/server-moves/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'
import { moveTabs } from './move-tabs.ts'

interface MovesUrl extends ListUrl<typeof serverMoveList>, ListUrl<typeof moveServerList> {
  /** The task that is shown. */
  task?: number | undefined
}

export const serverMoveScreens = [
  screen({
    path: '/test/transferIp/$tab',
    permission: ['test:transfer_ip_send', 'test:transfer_ip_v1', 'test:transfer_ip_search'],
    parts: moveTabs,
    menu: { section: 'factory', label: 'serverMoves.title', group: 'commands' },
    search: ({ task }: Record<string, unknown>): MovesUrl => ({
      task: Number(task) > 0 ? Number(task) : undefined,
    }),
    component: async () => (await import('./ServerMovesScreen.tsx')).ServerMovesScreen,
  }),
] as const
