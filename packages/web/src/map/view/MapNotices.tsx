import { useTranslation } from 'react-i18next'
import { menuEvent, shownBaseMap, useBaseMap } from '../base/use-base-map.ts'
import { isCovered, useStreetFiles } from '../streets/street-files.ts'
import { commonZoom, readCamera } from './camera.ts'
import styles from './MapNotices.module.css'
import { useMap } from './map-context.ts'
import { useSettledView } from './use-settled-view.ts'

/** Below this scale the built-in map has nothing more to show where no streets are installed. */
const streetsFromZoom = 12.5

/** A notice that the map ends here, with where there is more. */
export function MapNotices() {
  const { t } = useTranslation()
  const isOffline = useBaseMap(shownBaseMap).kind === 'offline'
  const files = useStreetFiles((state) => state.files)
  const { map, projection } = useMap()
  const isBare = useSettledView((shown) => {
    const view = shown.getView()
    if (commonZoom(view, projection) < streetsFromZoom) return false
    const { lon, lat } = readCamera(view, projection)
    return files !== null && !isCovered(files, lon, lat)
  })
  if (!isOffline || !isBare) return null
  return (
    <div className={`${styles.hint} tw-muted tw-tiny tw-nowrap tw-rounded`} data-map-hint>
      {t('map.noStreets')}{' '}
      <button type="button" onClick={() => map.dispatchEvent(menuEvent)}>
        {t('map.choose')}
      </button>
    </div>
  )
}
