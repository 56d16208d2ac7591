import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FullScreenButton.module.css'
import { MapButton } from './MapButton.tsx'
import { useMap } from './map-context.ts'

/** Lets the map fill the page, and the page the screen where the browser can. */
export function FullScreenButton() {
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
