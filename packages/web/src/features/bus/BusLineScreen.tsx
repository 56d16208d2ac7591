import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type BusLine, busCalls } from '@trackway/core/features/bus/calls.ts'
import { Button, Flex } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ScreenLoading } from '../../ui/loading/ScreenLoading.tsx'
import { LinksTab } from './LinksTab.tsx'
import { type LineTab, lineTabs } from './line-tabs.ts'
import { LiveTab } from './live/LiveTab.tsx'
import { RouteTab } from './route/RouteTab.tsx'
import { TimetableTab } from './timetable/TimetableTab.tsx'

const route = getRouteApi('/index/bus/busLine/$tab')

/** One bus line: its vehicles now, its way and stops, its timetable and the links to it; without an id a new one. */
export function BusLineScreen() {
  const { t, toText } = useTexts()
  const { tab: path } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { id } = search
  const { data: line, error } = useCall(
    ['list', 'busLine', id],
    busCalls.detail,
    id === undefined ? null : { id },
  )
  const back = () => void navigate({ to: '/index/bus/busLineList' })
  const tab = id === undefined ? 'route' : (lineTabs.find((each) => each === path) ?? 'live')

  if (error)
    return (
      <Page title={t('bus.title')}>
        <EmptyState
          title={toText(error)}
          text={t('bus.goneText')}
          action={<Button onClick={back}>{t('bus.toList')}</Button>}
        />
      </Page>
    )
  if (id !== undefined && line === undefined) return <ScreenLoading />
  return (
    <Page
      title={line ? t('bus.lineTitle', { name: line.name }) : t('bus.add')}
      {...(line && {
        tabs: {
          activeKey: tab,
          onChange: (key) =>
            void navigate({ to: '/index/bus/busLine/$tab', params: { tab: key }, search: { id } }),
          items: lineTabs.map((key) => ({ key, label: t(`bus.tab.${key}`) })),
        },
      })}
      actions={
        <Flex gap={8}>
          <Button onClick={back}>{t('bus.toList')}</Button>
        </Flex>
      }
    >
      <TabBody tab={tab} line={line} />
    </Page>
  )
}

function TabBody({ tab, line }: { tab: LineTab; line: BusLine | undefined }) {
  if (line === undefined || tab === 'route') return <RouteTab key={line?.changeTime} line={line ?? null} />
  switch (tab) {
    case 'live':
      return <LiveTab line={line} />
    case 'timetable':
      return <TimetableTab key={line.changeTime} line={line} />
    case 'links':
      return <LinksTab line={line} />
  }
}
