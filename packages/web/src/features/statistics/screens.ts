import { screen } from '../../base/screen.ts'
import { keptUrlState, readStatisticsUrl } from './report-filter/url-state.ts'
import { nameOfTab, statisticsTabs } from './tabs/tabs.ts'

export const statisticsScreens = [
  screen({
    path: '/index/count/$tab',
    permission: statisticsTabs.flatMap(({ permission }) => [...permission]),
    parts: Object.fromEntries(statisticsTabs.map(({ path, permission }) => [path, permission])),
    menu: {
      section: 'reports',
      permission: ['main:stat_mileage'],
      parts: Object.fromEntries(
        statisticsTabs.map((tab) => [tab.path, { label: nameOfTab(tab), group: tab.group }]),
      ),
    },
    kept: (search) => keptUrlState(search),
    search: readStatisticsUrl,
    component: async () => (await import('./StatisticsScreen.tsx')).StatisticsScreen,
  }),
] as const
