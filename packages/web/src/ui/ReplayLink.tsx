import { HistoryOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Button, Tooltip } from 'antd'
import { useCan, useUser } from '../base/session.ts'
import type { Period } from './period/period.ts'

interface ReplayLinkProps {
  label: string
  terminalID: string
  /** Its days, or the instants whose days they are. */
  of: Period | { from: number; to: number }
  /** Where the replay begins; left out: at the first of it. */
  at?: number
}

/** A link to the replay of a vehicle, for those who may see tracks. */
export function ReplayLink({ label, terminalID, of, at }: ReplayLinkProps) {
  const { timeZone } = useUser()
  const mayReplay = useCan('main:track')
  if (!mayReplay) return null
  const { first, last } =
    'first' in of ? of : { first: dayAt(of.from, timeZone), last: dayAt(of.to, timeZone) }
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Link to="/index/track" search={{ terminalID, first, last, at }} aria-label={label}>
        <Button type="text" icon={<HistoryOutlined />} tabIndex={-1} />
      </Link>
    </Tooltip>
  )
}
