import { Tooltip } from 'antd'
import { useTexts } from '../../../base/use-texts.ts'

interface ChangeProps {
  value: number | null | undefined
  previous: number | null | undefined
  /** `previous` in words. */
  shown: string
  /** It is a share itself: percents of percents would be mistaken for points. */
  isShare: boolean
}

/** How a figure has changed against the period before, or what it was then. */
export function Change({ value, previous, shown, isShare }: ChangeProps) {
  const { t, format } = useTexts()
  const percent = isShare ? null : changePercent(value, previous)
  const before = t('statistics.before', { value: shown })
  return (
    <Tooltip title={before}>
      <small className="tw-number tw-muted">
        {percent === null ? before : `${percent > 0 ? '+' : ''}${format.percent(percent)}`}
      </small>
    </Tooltip>
  )
}

/** In whole percents. @returns null where there is nothing to compare with */
export function changePercent(
  value: number | null | undefined,
  previous: number | null | undefined,
): number | null {
  if (value === null || value === undefined || !previous) return null
  // A little less is 0, not minus 0.
  return Math.round(((value - previous) / previous) * 100) || 0
}
