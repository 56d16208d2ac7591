import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { retryBaseMap, shownBaseMap, useBaseMap } from '../base/use-base-map.ts'
import { commonZoom } from './camera.ts'
import styles from './MapNotices.module.css'
import { useMap } from './map-context.ts'

/** Below this scale the built-in map has nothing more to show. */
const streetsFromZoom = 12.5

/** What the user should know of the base map: it does not answer, or it ends here. */
export function MapNotices() {
  const { t } = useTranslation()
  const isUnreachable = useBaseMap((state) => state.isUnreachable)
  const chosen = useBaseMap((state) => state.chosen)
  const isOffline = useBaseMap(shownBaseMap).kind === 'offline'
  const isClose = useIsClose()
  if (isUnreachable) {
    return (
      <div className={`${styles.notice} ${styles.noticeWarning}`} role="status">
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

function useIsClose(): boolean {
  const { map, projection } = useMap()
  const [isClose, setClose] = useState(false)
  useEffect(() => {
    const update = () => setClose(commonZoom(map.getView(), projection) > streetsFromZoom)
    update()
    map.on('moveend', update)
    return () => map.un('moveend', update)
  }, [map, projection])
  return isClose
}
