import {
  AimOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MinusOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { BaseMapPicker } from '../base/BaseMapPicker.tsx'
import mapButtonsStyles from '../base/map-buttons.module.css'
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
    <div className={`${styles.controls} tw-column`} data-print="hide">
      {isSignedIn && <MapSearch />}
      <div className={`${mapButtonsStyles.buttons} tw-column tw-box tw-clip`} data-map-buttons>
        <BaseMapPicker map={map} />
        {children}
      </div>
      <div className={`${mapButtonsStyles.buttons} tw-column tw-box tw-clip`} data-map-buttons>
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

/** Lets the map fill the page, and the page the screen where the browser can. */
function FullScreenButton() {
  const { t } = useTranslation()
  const { map } = useMap()
  const [isFull, setFull] = useState(false)

  useEffect(() => {
    const frame = map.getTargetElement()?.parentElement
    if (!isFull || !frame) return
    frame.classList.add(styles.full!)
    document.documentElement.requestFullscreen?.().catch(() => {})
    const onChange = () => document.fullscreenElement === null && setFull(false)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // It ends nothing else on the screen.
      event.preventDefault()
      setFull(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKeyDown)
      frame.classList.remove(styles.full!)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    }
  }, [map, isFull])

  return (
    <MapButton
      label={t(isFull ? 'map.leaveFullScreen' : 'map.fullScreen')}
      isPressed={isFull}
      onClick={() => setFull(!isFull)}
    >
      {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </MapButton>
  )
}
