import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { Flex } from 'antd'
import { useCan, useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { NoticeBanner } from '../expiry-notices/NoticeBanner.tsx'

/** What could not renew by itself, and why, until it is dismissed. */
export function AutoRenewalBanner() {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const { isOfDevice } = useUser()
  const mayOrder = useCan('main:order') && !isOfDevice
  return (
    <NoticeBanner calls={autoRenewalCalls} isOn={mayOrder}>
      {(list) => (
        <Flex wrap gap="2px 24px">
          {isPhone && <Sum list={list} />}
          {(isPhone ? [] : list).map(({ result, count, name, endTime }) => (
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
      )}
    </NoticeBanner>
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
