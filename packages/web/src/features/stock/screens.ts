import type { importList } from '@trackway/core/features/imports/calls.ts'
import type { stockList } from '@trackway/core/features/stock/calls.ts'
import { type StockPlace, stockPlaces } from '@trackway/core/features/stock/places.ts'
import { createElement } from 'react'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'
import { stockTabNames, stockTabs } from './stock-tabs.ts'

const permission = ['test:stock'] as const

/** The grid of a kind of batch, or what became of the batch that the address names. */
const grid = <const T extends 'importDevice' | 'importImei' | 'inputInOut' | 'Removal'>(tab: T) =>
  ({
    path: `/test/stock/${tab}`,
    permission,
    search: (raw: Record<string, unknown>): { jobId?: number } =>
      Number(raw.jobId) > 0 ? { jobId: Number(raw.jobId) } : {},
    component: async () => {
      const { StockGridScreen } = await import('./StockGridScreen.tsx')
      return () => createElement(StockGridScreen, { tab, name: stockTabs[tab] })
    },
  }) as const

interface StockUrl extends ListUrl<typeof stockList> {
  place?: StockPlace | undefined
}

export const stockScreens = [
  screen({
    ...grid('importDevice'),
    menu: {
      section: 'factory',
      label: 'stock.title',
      group: 'stock',
      covers: stockTabNames.map((tab) => `/test/stock/${tab}`),
    },
  }),
  screen(grid('importImei')),
  screen(grid('inputInOut')),
  screen(grid('Removal')),
  screen({
    path: '/test/stock/stockDevice',
    permission,
    search: ({ place }): StockUrl => ({ place: stockPlaces.find((each) => each === place) }),
    component: async () => (await import('./StockScreen.tsx')).StockScreen,
  }),
  screen({
    path: '/test/stock/records',
    permission,
    search: (): ListUrl<typeof importList> => ({}),
    component: async () => (await import('./StockRecordsScreen.tsx')).StockRecordsScreen,
  }),
] as const
