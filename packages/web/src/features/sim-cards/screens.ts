import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { simCardList } from '@trackway/core/features/sim-cards/calls.ts'
import { simMismatches, simStates } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { createElement } from 'react'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'
import { simTabs } from './sim-tabs.ts'

const keeper: readonly Permission[] = ['test:iccid']
const bench: readonly Permission[] = ['test:card']

type SimCardsUrl = ListUrl<typeof simCardList>

export const simCardScreens = [
  screen({
    path: '/test/iccid',
    permission: keeper,
    menu: {
      section: 'factory',
      label: 'simCards.title',
      group: 'stock',
      covers: Object.values(simTabs).map(({ path }) => path),
    },
    search: ({ state, mismatch, platformId, expiresBefore }): SimCardsUrl => ({
      state: simStates.find((each) => each === state),
      mismatch: (['any', ...simMismatches] as const).find((each) => each === mismatch),
      platformId: Number(platformId) > 0 ? Number(platformId) : undefined,
      expiresBefore: typeof expiresBefore === 'number' ? expiresBefore : undefined,
    }),
    component: async () => (await import('./SimCardsScreen.tsx')).SimCardsScreen,
  }),
  screen({
    path: '/test/iccid/importIccid',
    permission: keeper,
    search: (raw: Record<string, unknown>): { jobId?: number } =>
      Number(raw.jobId) > 0 ? { jobId: Number(raw.jobId) } : {},
    component: async () => (await import('./SimImportScreen.tsx')).SimImportScreen,
  }),
  screen({
    path: '/test/iccid/platforms',
    permission: simTabs.platforms.permission,
    component: async () => (await import('./SimPlatformsScreen.tsx')).SimPlatformsScreen,
  }),
  screen({
    path: '/test/card/cardSearch',
    permission: bench,
    menu: {
      section: 'factory',
      label: 'simCards.benchTitle',
      group: 'stock',
      covers: ['/test/card/cardSearch', '/test/card/cardClear'],
    },
    component: async () => {
      const { SimBenchScreen } = await import('./SimBenchScreen.tsx')
      return () => createElement(SimBenchScreen, { tab: 'cardSearch' })
    },
  }),
  screen({
    path: '/test/card/cardClear',
    permission: bench,
    component: async () => {
      const { SimBenchScreen } = await import('./SimBenchScreen.tsx')
      return () => createElement(SimBenchScreen, { tab: 'cardClear' })
    },
  }),
] as const
