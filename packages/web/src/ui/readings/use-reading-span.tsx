import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../base/use-now.ts'

const hour = 3_600_000
const spans = { day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour }
/** The end of the charts moves on by so much. */
const stepMs = 5 * 60_000

/** The time up to now that charts show, and the control that chooses how long it is. */
export function useReadingSpan() {
  const { t } = useTranslation()
  const [span, setSpan] = useState<keyof typeof spans>('day')
  const to = Math.ceil(useNow(stepMs) / stepMs) * stepMs
  const choice = (
    <Segmented
      size="small"
      aria-label={t('ui.readings.span')}
      value={span}
      options={(Object.keys(spans) as (keyof typeof spans)[]).map((value) => ({
        value,
        label: t(`ui.readings.spans.${value}`),
      }))}
      onChange={setSpan}
    />
  )
  return { from: to - spans[span], to, choice }
}
