import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { BaseMapPicker } from '../base/BaseMapPicker.tsx'
import mapButtonsStyles from '../base/map-buttons.module.css'
import { FullScreenButton } from './FullScreenButton.tsx'
import { MapButton } from './MapButton.tsx'
import styles from './MapControls.module.css'
import { MapSearch } from './MapSearch.tsx'
import { useMap } from './map-context.ts'

/** The buttons at the edge of a map. `onFit` shows all there is to see; children are further buttons. */
export function MapControls({ onFit, children }: { onFit?: () => void; children?: ReactNode }) {
  const { t } = useTranslation()
  const { map } = useMap()
  const isSignedIn = useSession(({ user }) => user !== null)
  const isPhone = useIsPhone()
  const zoomBy = (delta: number) => {
    const view = map.getView()
    view.animate({ zoom: view.getConstrainedZoom((view.getZoom() ?? 0) + delta) ?? 0, duration: 180 })
  }
  return (
    <div className={styles.controls} data-print="hide">
      {isSignedIn && <MapSearch />}
      <div className={mapButtonsStyles.buttons} data-map-buttons>
        <BaseMapPicker map={map} />
        {children}
      </div>
      <div className={mapButtonsStyles.buttons} data-map-buttons>
        {onFit && (
          <MapButton label={t('map.fit')} onClick={onFit}>
            <AimOutlined />
          </MapButton>
        )}
        <MapButton label={t('map.zoomIn')} onClick={() => zoomBy(1)}>
          <PlusOutlined />
        </MapButton>
        <MapButton label={t('map.zoomOut')} onClick={() => zoomBy(-1)}>
          <MinusOutlined />
        </MapButton>
        {!isPhone && <FullScreenButton />}
      </div>
    </div>
  )
}
