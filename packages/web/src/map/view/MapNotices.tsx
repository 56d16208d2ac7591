import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { retryBaseMap, shownBaseMap, useBaseMap } from '../base/use-base-map.ts'
import { commonZoom } from './camera.ts'
import styles from './MapNotices.module.css'
import { useMap } from './map-context.ts'
import { useAtRest } from './use-at-rest.ts'

/** Below this scale the built-in map has nothing more to show. */
const streetsFromZoom = 12.5

/** What the user should know of the base map: it does not answer, or it ends here. */
export function MapNotices() {
  const { t } = useTranslation()
  const isUnreachable = useBaseMap((state) => state.isUnreachable)
  const chosen = useBaseMap((state) => state.chosen)
  const isOffline = useBaseMap(shownBaseMap).kind === 'offline'
  const { projection } = useMap()
  const isClose = useAtRest((map) => commonZoom(map.getView(), projection) > streetsFromZoom)
  if (isUnreachable) {
    return (
      <div className={`${styles.notice} tw-plate`} role="status">
        {t('map.unreachable', { map: t(`map.base.${chosen}`) })}
        <Button size="small" onClick={retryBaseMap}>
          {t('map.retry')}
        </Button>
      </div>
    )
  }
  if (!isOffline || !isClose) return null
  return (
    <div className={styles.hint} data-map-hint>
      {t('map.noStreets')}
    </div>
  )
}
