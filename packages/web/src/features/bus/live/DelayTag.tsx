import { punctualityOf } from '@trackway/core/features/bus/arrivals.ts'
import { useTranslation } from 'react-i18next'

const tones = { early: 'tw-warning', onTime: 'tw-success', late: 'tw-danger' } as const

/** How early or late, in words. */
export function DelayTag({ deviationS }: { deviationS: number | null }) {
  const { t } = useTranslation()
  if (deviationS === null) return <span className="tw-muted">{t('bus.live.noTimetable')}</span>
  const minutes = Math.round(Math.abs(deviationS) / 60)
  const kind = punctualityOf(deviationS * 1000)
  const text =
    minutes === 0
      ? t('bus.live.onTime')
      : t(deviationS < 0 ? 'bus.live.early' : 'bus.live.late', { count: minutes })
  return <span className={tones[kind]}>{text}</span>
}
