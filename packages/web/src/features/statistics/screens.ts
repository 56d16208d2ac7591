import { BarChartOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { readStatisticsUrl } from './report-filter/url-state.ts'
import { statisticsTabs } from './tabs/tabs.ts'

export const statisticsScreens = [
  screen({
    path: '/index/count/$tab',
    permission: statisticsTabs.flatMap(({ permission }) => [...permission]),
    parts: Object.fromEntries(statisticsTabs.map(({ path, permission }) => [path, permission])),
    menu: { label: 'app.menu.statistics', icon: BarChartOutlined, permission: ['main:stat_mileage'] },
    search: readStatisticsUrl,
    component: async () => (await import('./StatisticsScreen.tsx')).StatisticsScreen,
  }),
] as const
