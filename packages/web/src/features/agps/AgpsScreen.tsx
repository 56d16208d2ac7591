import { getRouteApi } from '@tanstack/react-router'
import { type AgpsDelivery, agpsCalls, agpsDeliveryList } from '@trackway/core/features/agps/calls.ts'
import { Tag } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { DayChart } from '../../ui/chart/DayChart.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Stat, Stats } from '../../ui/layout/Stat.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { Sources } from './Sources.tsx'

const route = getRouteApi('/test/agps')
const colours: Record<AgpsDelivery['outcome'], string> = {
  sent: 'success',
  partly: 'warning',
  unchanged: 'default',
  noData: 'error',
}
const refetchMs = () => 30_000

/** Sources of A-GPS data and the state of their data, and which devices got it. */
export function AgpsScreen() {
  const { t } = useTexts()
  const { part } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title={t('agps.title')}
      tabs={{
        activeKey: part ?? 'sources',
        items: (['sources', 'log'] as const).map((key) => ({ key, label: t(`agps.part.${key}`) })),
        onChange: (key) => void navigate({ search: key === 'log' ? { part: key } : {} }),
      }}
      isTall={part === 'log'}
    >
      {part === 'log' ? <Deliveries /> : <Sources />}
    </Page>
  )
}

/** How many devices have valid data, what was sent in the last days, and the log. */
function Deliveries() {
  const { t, format } = useTexts()
  const share = useCall(['agps', 'share'], agpsCalls.share, {}, { refetchInterval: refetchMs() }).data
  const today = share?.days.at(-1)
  const percent = share && share.devices > 0 ? Math.round((share.fresh * 100) / share.devices) : null
  return (
    <>
      <Stats label={t('agps.share')}>
        <Stat
          label={t('agps.fresh')}
          value={share && (percent === null ? '–' : `${percent} %`)}
          note={
            <span className="tw-muted tw-small">
              {share &&
                t('agps.freshOf', {
                  fresh: format.number(share.fresh),
                  devices: format.number(share.devices),
                })}
            </span>
          }
          hint={t('agps.freshHint')}
        />
        <Stat label={t('agps.today')} value={today && format.number(today.devices)} />
        <Stat label={t('agps.todayBytes')} value={today && format.bytes(today.bytes)} />
      </Stats>
      <DayChart
        days={(share?.days ?? []).map(({ day, devices }) => ({ day, value: devices }))}
        label={t('agps.byDay')}
        isTitled
        show={(value) => t('agps.devices', { count: value ?? 0, shown: format.number(value ?? 0) })}
        unit={{ divisor: 1, name: '', isWhole: true }}
      />
      <ListScreen
        list={agpsDeliveryList}
        refetchMs={refetchMs}
        cells={{
          outcome: ({ outcome }) => <Tag color={colours[outcome]}>{t(`reports.agpsOutcome.${outcome}`)}</Tag>,
        }}
      />
    </>
  )
}
