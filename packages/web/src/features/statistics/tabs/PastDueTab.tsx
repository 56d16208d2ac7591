import { SettingOutlined } from '@ant-design/icons'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { pastDueList, statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { Button, Flex, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { filterOf } from '../../../ui/list/list-url.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { RenewDevices } from '../../orders/renewal/RenewDevices.tsx'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'

type DueSearch = Pick<
  ReturnType<typeof useStatisticsUrl>['search'],
  'state' | 'withinDays' | 'userId' | 'withSubAccounts' | 'search'
>

const spans = [7, 14, 30, 60, 90, 180, 365]
const defaultSpan = 30
const dayMs = 86_400_000

/** Devices whose service has ended or soon will. */
export function PastDueTab() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useStatisticsUrl()
  return (
    <ListScreen
      list={pastDueList}
      cells={{ expireTime: ({ expireTime }) => <DueTime at={expireTime} /> }}
      tools={<DueTools />}
      bulkMore={(chosen) => (
        <RenewDevices chosen={'ids' in chosen ? chosen : { filter: deviceFilter(search) }} />
      )}
      rowActions={[
        {
          label: 'statistics.manageOne',
          icon: <SettingOutlined />,
          permission: ['main:devices_management'],
          run: ({ terminalID }) =>
            void navigate({ to: '/index/device/deviceList', search: { terminalIDs: terminalID } }),
        },
      ]}
      empty={{ text: t('statistics.nothingDueText', { count: search.withinDays ?? defaultSpan }) }}
    />
  )
}

/** The same devices as the list of devices finds them. */
function deviceFilter({ state, withinDays, userId, withSubAccounts, search }: DueSearch) {
  return { due: state ?? ('both' as const), withinDays, userId, withSubAccounts, search }
}

/** How many are due, which of them are shown, and the way to where exactly these are managed. */
function DueTools() {
  const { t, format } = useTexts()
  const mayManage = useCan('main:devices_management')
  const { search, change } = useStatisticsUrl()
  const { state = 'both', withinDays = defaultSpan } = search
  const { state: _, ...filter } = filterOf(pastDueList, search)
  const { expired = 0, expiring = 0 } =
    useCall(
      ['list', 'pastDue', 'counts', filter],
      statisticsCalls.pastDue,
      { ...filter, pageSize: 1 },
      { placeholderData: keepPreviousData },
    ).data ?? {}
  const counts = { both: expired + expiring, expired, expiring }
  const pill = (key: typeof state, label: string) => ({ key, label, count: format.number(counts[key]) })
  return (
    <>
      <Pills
        label={t('statistics.due')}
        pills={[
          pill('both', t('statistics.allDue')),
          pill('expired', t('statistics.expired')),
          pill('expiring', t('statistics.expiring', { count: withinDays })),
        ]}
        chosen={state}
        onChoose={(key) => change({ state: key === 'both' ? undefined : key })}
      />
      <Select
        className="tw-width-104"
        aria-label={t('statistics.within')}
        value={withinDays}
        options={spans.map((value) => ({ value, label: t('statistics.days', { count: value }) }))}
        onChange={(value) => change({ withinDays: value === defaultSpan ? undefined : value })}
      />
      {mayManage && counts[state] > 0 && (
        <Link to="/index/device/deviceList" search={{ ...deviceFilter(search), sort: 'expireTime' }}>
          <Button icon={<SettingOutlined />} tabIndex={-1}>
            {t('statistics.manageAll', { count: counts[state], shown: format.number(counts[state]) })}
          </Button>
        </Link>
      )}
    </>
  )
}

function DueTime({ at }: { at: number }) {
  const { t, format } = useTexts()
  const now = useNow(60_000)
  const days = Math.floor(Math.abs(at - now) / dayMs)
  const span = days > 0 ? t('statistics.days', { count: days }) : format.duration(Math.abs(at - now))
  return (
    <Flex component="span" vertical>
      {format.date(at)}
      <small className={at <= now ? 'tw-danger' : 'tw-muted'}>
        {t(at <= now ? 'ui.ago' : 'statistics.dueIn', { span })}
      </small>
    </Flex>
  )
}
