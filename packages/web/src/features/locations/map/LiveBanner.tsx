import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../base/use-now.ts'
import styles from '../../../map/view/MapNotices.module.css'
import type { LiveFleet } from '../fleet/use-fleet.ts'

/** Shows that the live connection is interrupted, and when the next attempt is. */
export function LiveBanner({ live }: { live: LiveFleet }) {
  if (live.status.kind !== 'paused') return null
  return <Paused retryTime={live.status.retryTime} onRetry={live.retryLive} />
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
