import { warningOf } from '@trackway/core/rules/service-terms.ts'
import { useTexts } from '../base/use-texts.ts'

/** A mark after an expiry date that is near or past; nothing after any other. */
export function ExpiryMark({ end, now }: { end: number; now: number }) {
  const { t, format } = useTexts()
  const days = warningOf(end, now)
  if (end > now && days === null) return null
  const isUrgent = end <= now || days === 1
  return (
    <>
      {' '}
      <span className={`tw-small ${isUrgent ? 'tw-danger' : 'tw-warning'}`}>
        {end <= now ? t('ui.expired') : t('ui.expiresIn', { span: format.duration(end - now) })}
      </span>
    </>
  )
}
