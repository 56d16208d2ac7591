import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { Alert, Flex } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { queryClient } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan, useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'

const refetchMs = 10 * 60_000
const queryKey = ['autoRenewalNews']

/** What could not renew by itself, and why, until it is dismissed. */
export function AutoRenewalBanner() {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const { isDemo, actor, isOfDevice } = useUser()
  const mayOrder = useCan('main:order') && !isOfDevice
  // Whoever may not mark it seen closes it for as long as the page is open.
  const canMarkSeen = !isDemo && actor === null
  const [isClosed, setIsClosed] = useState(false)
  const { data } = useCall(queryKey, autoRenewalCalls.news, mayOrder ? {} : null, {
    refetchInterval: refetchMs,
    retry: false,
  })
  if (!data || data.list.length === 0 || (!canMarkSeen && isClosed)) return null
  const close = async () => {
    setIsClosed(true)
    if (!canMarkSeen) return
    queryClient.setQueryData(queryKey, { ...data, list: [] })
    await api(autoRenewalCalls.seen, { until: data.time })
  }
  return (
    <Alert
      banner
      type="warning"
      role="status"
      closable={{ onClose: () => void close(), 'aria-label': t('serviceEnds.close') }}
      title={
        <Flex wrap gap="2px 24px">
          {isPhone && <Sum list={data.list} />}
          {(isPhone ? [] : data.list).map(({ result, count, name, endTime }) => (
            <Flex key={result} gap="small" wrap>
              <span>
                {t('autoRenewals.failed', {
                  count,
                  shown: format.number(count),
                  // Isolated, so that a name written from right to left does not turn the date after it around.
                  name: `\u2068${name}\u2069`,
                  date: format.date(endTime),
                  reason: t(`reports.autoRenewalResult.${result}`),
                })}
              </span>
              <Link to="/index/order/autoRenewal" search={{ result }}>
                {t('serviceEnds.show')}
              </Link>
            </Flex>
          ))}
        </Flex>
      }
    />
  )
}

/** On a phone one line is enough: the banner is above every screen. */
function Sum({ list }: { list: OutputOf<typeof autoRenewalCalls.news>['list'] }) {
  const { t, format } = useTexts()
  const count = list.reduce((sum, failed) => sum + failed.count, 0)
  return (
    <Flex gap="small">
      <span className="tw-ellipsis">
        {t('autoRenewals.failedInAll', { count, shown: format.number(count) })}
      </span>
      <Link to="/index/order/autoRenewal" className="tw-rigid">
        {t('serviceEnds.show')}
      </Link>
    </Flex>
  )
}
