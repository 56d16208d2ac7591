import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import styles from '../../../map/view/MapNotices.module.css'
import type { LiveFleet } from '../fleet/use-fleet.ts'

/** Shows that the live connection is interrupted, and when the next attempt is; or that what is shown may be old. */
export function LiveBanner({ live: { status, retryLive } }: { live: LiveFleet }) {
  if (status.kind === 'paused') return <Paused retryTime={status.retryTime} onRetry={retryLive} />
  return status.kind === 'stale' ? <Stale since={status.since} /> : null
}

function Stale({ since }: { since: number }) {
  const { t, format } = useTexts()
  return (
    <div className={`${styles.notice} tw-plate`} role="status" data-live-stale>
      {t('locations.stale', { since: format.hourMinute(since) })}
    </div>
  )
}

function Paused({ retryTime, onRetry }: { retryTime: number; onRetry: () => void }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  const seconds = Math.max(0, Math.ceil((retryTime - now) / 1000))
  return (
    <div className={`${styles.notice} tw-plate`} role="status" data-live-paused>
      {t('locations.paused', { seconds })}
      <Button size="small" onClick={onRetry}>
        {t('locations.retry')}
      </Button>
    </div>
  )
}
