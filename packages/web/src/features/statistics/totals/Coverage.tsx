import { LoadingOutlined } from '@ant-design/icons'
import { useTexts } from '../../../base/use-texts.ts'
import styles from './Coverage.module.css'

interface CoverageProps {
  /** Absent while the first answer is on its way. */
  answer: { timeZone: string; devices: number; devicesWithData: number; pendingDevices?: number } | undefined
  period: { first: string; last: string }
}

/** Whose days these are, how much of the question had data, and what is still being found. */
export function Coverage({ answer, period }: CoverageProps) {
  const { t, format } = useTexts()
  if (!answer) return null
  const { pendingDevices = 0 } = answer
  const days =
    period.first === period.last
      ? format.day(period.first)
      : `${format.day(period.first)} – ${format.day(period.last)}`
  return (
    <p className={`${styles.coverage} tw-muted`} role="status">
      <span>{days}</span>
      <span>{answer.timeZone}</span>
      <span>
        {t('reports.withData', {
          n: format.number(answer.devicesWithData),
          m: format.number(answer.devices),
        })}
      </span>
      {pendingDevices > 0 && (
        <span>
          <LoadingOutlined className="tw-accent" />{' '}
          {t('statistics.pending', {
            count: pendingDevices,
            shown: format.number(pendingDevices),
          })}
        </span>
      )}
    </p>
  )
}
