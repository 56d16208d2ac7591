import { Link } from '@tanstack/react-router'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { warningDays } from '@trackway/core/rules/service-terms.ts'
import { Flex } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'

const withinDays = warningDays[0]
const refetchMs = 5 * 60_000

/** How many devices end soon or have ended, each the way to exactly these. */
export function DueSummary() {
  const { t, format } = useTexts()
  const counts = { expiring: useDueCount('expiring'), expired: useDueCount('expired') }
  const shown = (['expiring', 'expired'] as const).filter((due) => counts[due] > 0)
  if (shown.length === 0) return null
  return (
    <Flex gap={16} wrap className="tw-full-width" data-testid="tw-due">
      {shown.map((due) => (
        <Link
          key={due}
          to="/index/device/deviceList"
          search={{ due, sort: 'expireTime', isDescending: false }}
          className={due === 'expired' ? 'tw-danger' : 'tw-warning'}
        >
          {t(`serviceEnds.due.${due}`, {
            count: counts[due],
            shown: format.number(counts[due]),
            days: t('serviceEnds.days', { count: withinDays }),
          })}
        </Link>
      ))}
    </Flex>
  )
}

function useDueCount(due: 'expiring' | 'expired'): number {
  const { data } = useCall(
    ['list', 'devices', 'due', due],
    deviceCalls.find,
    { due, withinDays, pageSize: 1 },
    { refetchInterval: refetchMs },
  )
  return data?.total ?? 0
}
