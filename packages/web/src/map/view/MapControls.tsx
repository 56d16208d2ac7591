import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BaseMapPicker } from '../base/BaseMapPicker.tsx'
import mapButtonsStyles from '../base/map-buttons.module.css'
import styles from './MapControls.module.css'
import { useMap } from './map-context.ts'

/** The buttons at the edge of a map. `onFit` shows all there is to see; children are further buttons. */
export function MapControls({ onFit, children }: { onFit?: () => void; children?: ReactNode }) {
  const { t } = useTranslation()
  const { map } = useMap()
  const zoomBy = (delta: number) => {
    const view = map.getView()
    view.animate({ zoom: view.getConstrainedZoom((view.getZoom() ?? 0) + delta) ?? 0, duration: 180 })
  }
  return (
    <div className={styles.controls} data-print="hide">
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
      </div>
    </div>
  )
}

interface MapButtonProps {
  label: string
  onClick?: () => void
  isPressed?: boolean
  children: ReactNode
}

/** A square button on the map; its label is its tooltip. */
export function MapButton({ label, onClick, isPressed, children }: MapButtonProps) {
  return (
    <Tooltip title={label} placement="left" mouseEnterDelay={0.4}>
      <button
        type="button"
        className={mapButtonsStyles.button}
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
      >
        {children}
      </button>
    </Tooltip>
  )
}
