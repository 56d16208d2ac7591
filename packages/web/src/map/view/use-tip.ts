import Overlay, { type Options } from 'ol/Overlay'
import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'

/** A line of text over the map: shown by its place, gone without one. */
export function useTip(
  className: string,
  { role, ...options }: Options & { role?: string },
): (text: string, at?: number[]) => void {
  const { map } = useMap()
  const [tip] = useState(() => {
    const element = document.createElement('div')
    element.className = className
    element.role = role ?? null
    return new Overlay({ element, stopEvent: false, ...options })
  })
  useEffect(() => {
    map.addOverlay(tip)
    return () => {
      map.removeOverlay(tip)
    }
  }, [map, tip])
  return (text, at) => {
    tip.getElement()!.textContent = text
    tip.setPosition(at)
  }
}
