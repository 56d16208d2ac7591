import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { NoticeBanner } from './NoticeBanner.tsx'

type ExpiryNotices = OutputOf<typeof serviceEndCalls.news>

/** The notices of expiring devices that the account received, until it closes them. */
export function ExpiryBanner() {
  const isPhone = useIsPhone()
  return (
    <NoticeBanner calls={serviceEndCalls} testId="tw-service-ends">
      {(list) => (
        <Flex wrap={!isPhone} vertical={isPhone} gap="2px 24px">
          {list.map((notice) => (
            <Line key={`${notice.what} ${notice.days}`} notice={notice} />
          ))}
        </Flex>
      )}
    </NoticeBanner>
  )
}

function Line({ notice: { what, days, count, name, endTime } }: { notice: ExpiryNotices['list'][number] }) {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const values = {
    count,
    // Isolated, so that a name written from right to left does not turn the date after it around.
    name: `\u2068${name}\u2069`,
    date: format.date(endTime),
    days: t('serviceEnds.days', { count: days }),
  }
  return (
    // On a phone a line each: the banner is above every screen.
    <Flex gap="small">
      <span className={isPhone ? 'tw-ellipsis' : undefined}>
        {t(`serviceEnds.news.${what === 'device' && days === 0 ? 'today' : what}`, values)}
      </span>
      <span className="tw-rigid">
        <Show what={what} days={Math.max(days, 1)} />
      </span>
      <span className="tw-rigid">
        <RenewThese what={what} days={Math.max(days, 1)} />
      </span>
    </Flex>
  )
}

/** A link that opens the renewal with these devices. */
function RenewThese({ what, days }: Pick<ExpiryNotices['list'][number], 'what' | 'days'>) {
  const { t } = useTranslation()
  const mayOrder = useCan('main:order')
  return what === 'device' && mayOrder ? (
    <Link to="/index/order/list" search={{ renew: days }}>
      {t('serviceEnds.renewThese')}
    </Link>
  ) : null
}

/** A link to the list of these devices, for those who may open it. */
function Show({ what, days }: Pick<ExpiryNotices['list'][number], 'what' | 'days'>) {
  const { t } = useTranslation()
  const mayManage = useCan('main:devices_management')
  const maySeeDue = useCan('main:stat_past_due')
  const mayAccounts = useCan('main:agent')
  const text = t('serviceEnds.show')
  if (what !== 'device')
    return mayAccounts ? (
      <Link to="/index/agent/agentList" search={{ state: what }}>
        {text}
      </Link>
    ) : null
  if (mayManage)
    return (
      <Link
        to="/index/device/deviceList"
        search={{ due: 'expiring', withinDays: days, sort: 'expireTime', isDescending: false }}
      >
        {text}
      </Link>
    )
  return maySeeDue ? (
    <Link to="/index/count/$tab" params={{ tab: 'countPastDue' }} search={{ withinDays: days }}>
      {text}
    </Link>
  ) : null
}
