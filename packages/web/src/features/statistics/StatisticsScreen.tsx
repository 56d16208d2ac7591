import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { useAccountNames } from '../../ui/pickers/use-account-names.ts'
import { type PrintFacts, PrintFactsProvider } from '../../ui/print/print-head.ts'
import { ExportsTab } from '../exports/ExportsTab.tsx'
import { FilterBar } from './report-filter/FilterBar.tsx'
import { useStatisticsUrl } from './report-filter/use-url-state.ts'
import { AlarmsTab } from './tabs/AlarmsTab.tsx'
import { CompareTab } from './tabs/CompareTab.tsx'
import { DaysTab } from './tabs/DaysTab.tsx'
import { EpisodesTab } from './tabs/EpisodesTab.tsx'
import { OverviewTab } from './tabs/OverviewTab.tsx'
import { PastDueTab } from './tabs/PastDueTab.tsx'
import { PunctualityTab } from './tabs/PunctualityTab.tsx'
import { SumsTab } from './tabs/SumsTab.tsx'
import { nameOfTab, type StatisticsTab, statisticsTabs, tabOf } from './tabs/tabs.ts'
import { VisitsTab } from './tabs/VisitsTab.tsx'

const route = getRouteApi('/index/count/$tab')

/** Figures of many vehicles over days: one frame and one filter for all reports. */
export function StatisticsScreen() {
  const { t } = useTranslation()
  const { tab: path } = route.useParams()
  const isPhone = useIsPhone()
  const tab = tabOf(path) ?? statisticsTabs[0]

  return (
    <PrintFactsProvider value={usePrintedFacts(tab)}>
      <Page title={t(nameOfTab(tab))} isTall={isPhone || hasPeriod(tab)}>
        {hasPeriod(tab) && <FilterBar />}
        <TabBody key={tab.path} tab={tab} />
      </Page>
    </PrintFactsProvider>
  )
}

/** What stands above a report on paper. */
function usePrintedFacts({ kind }: StatisticsTab): PrintFacts {
  const { t, format } = useTexts()
  const { username, timeZone } = useUser()
  const { search, period } = useStatisticsUrl()
  const { userId } = search
  const names = useAccountNames(userId === undefined ? [] : [userId]).data
  const days = [...new Set([period.first, period.last])].map(format.day).join(' – ')
  return [
    [t('reports.account'), userId === undefined ? username : (names?.get(userId) ?? '')],
    ...(kind === 'pastDue' || kind === 'exports' ? [] : [[t('reports.period'), days] as const]),
    [t('reports.timeZone'), timeZone],
  ]
}

function hasPeriod({ kind }: StatisticsTab): boolean {
  return ['overview', 'sums', 'compare', 'alarms', 'episodes', 'days'].includes(kind)
}

function TabBody({ tab }: { tab: StatisticsTab }) {
  switch (tab.kind) {
    case 'overview':
      return <OverviewTab />
    case 'sums':
      return <SumsTab />
    case 'compare':
      return <CompareTab />
    case 'alarms':
      return <AlarmsTab />
    case 'episodes':
      return <EpisodesTab tab={tab} />
    case 'days':
      return <DaysTab tab={tab} />
    case 'pastDue':
      return <PastDueTab />
    case 'punctuality':
      return <PunctualityTab />
    case 'visits':
      return <VisitsTab />
    case 'exports':
      return <ExportsTab />
  }
}
