import Overlay from 'ol/Overlay'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from '../view/map-context.ts'

interface PinProps {
  lat: number
  lon: number
  /** Which point of the content lies on the place. */
  positioning?: 'bottom-center' | 'center-center'
  /** Above other pins. */
  isRaised?: boolean
  children: ReactNode
}

/** A piece of the page at a place of the map. For tens of pins, not thousands. */
export function MapPin({ lat, lon, positioning = 'bottom-center', isRaised = false, children }: PinProps) {
  const { map, projection } = useMap()
  const [element] = useState(() => document.createElement('div'))
  const overlay = useRef<Overlay | null>(null)

  useEffect(() => {
    const pin = new Overlay({ element, positioning, stopEvent: true })
    overlay.current = pin
    map.addOverlay(pin)
    return () => {
      map.removeOverlay(pin)
    }
  }, [map, element, positioning])

  useEffect(() => overlay.current?.setPosition(projection.fromWgs84(lon, lat)), [projection, lat, lon])

  useEffect(() => {
    const container = element.parentElement
    if (container) container.style.zIndex = isRaised ? '2' : '1'
  }, [element, isRaised])
  return createPortal(children, element)
}
