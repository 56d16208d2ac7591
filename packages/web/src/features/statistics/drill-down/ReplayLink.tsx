import { HistoryOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../base/session.ts'
import type { Period } from '../../../ui/period/period.ts'

interface ReplayLinkProps {
  row: {
    terminalID: string | null
    displayName: string | null
    day?: string | null
    /** Of an episode: its ends. */
    from?: number
    to?: number
  }
  period: Period
}

/** To the replay of a row's days. */
export function ReplayLink({ row, period }: ReplayLinkProps) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const mayReplay = useCan('main:track')
  const { terminalID, displayName, day, from, to } = row
  if (!mayReplay || terminalID === null) return null
  const days =
    from !== undefined && to !== undefined
      ? { first: dayAt(from, timeZone), last: dayAt(to, timeZone) }
      : day
        ? { first: day, last: day }
        : period
  const label = t('statistics.replay', { name: displayName ?? terminalID })
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Link to="/index/track" search={{ terminalID, ...days }} aria-label={label}>
        <Button type="text" icon={<HistoryOutlined />} tabIndex={-1} />
      </Link>
    </Tooltip>
  )
}
