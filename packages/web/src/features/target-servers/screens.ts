import type { targetServerList } from '@trackway/core/features/target-servers/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

interface TargetUrl extends ListUrl<typeof targetServerList> {
  /** The moves, instead of the accounts. */
  part?: 'moves' | undefined
  /** The task that is shown. */
  task?: number | undefined
}

export const targetServerScreens = [
  screen({
    path: '/test/configPlatformForUser',
    permission: ['test:platform'],
    menu: { section: 'factory', label: 'targetServers.title', group: 'commands' },
    search: ({ part, task }: Record<string, unknown>): TargetUrl => ({
      part: part === 'moves' ? 'moves' : undefined,
      task: Number(task) > 0 ? Number(task) : undefined,
    }),
    component: async () => (await import('./TargetServersScreen.tsx')).TargetServersScreen,
  }),
] as const
