import Overlay from 'ol/Overlay'
import { useEffect, useRef } from 'react'
import { useMap } from '../view/map-context.ts'
import styles from './VehicleCursor.module.css'

export interface CursorPlace {
  lat: number
  lon: number
  courseDeg: number | null
}

interface Props {
  /** Calls back with every new place, and at once with the present one. @returns how to stop */
  follow(onPlace: (place: CursorPlace | null) => void): () => void
  /** Keeps the vehicle in view: the map moves on when it comes near the edge. */
  isFollowed: boolean
  colour: string
  /** Above the others, and larger. */
  isActive: boolean
  /** Written beside it; null: nothing. */
  name: string | null
}

/** Part of the map at each edge that a followed vehicle does not enter. */
const edge = 0.2

/** A vehicle of a replay: an arrow along the course, moved outside React, every frame. */
export function VehicleCursor({ follow, isFollowed, colour, isActive, name }: Props) {
  const { map, projection } = useMap()
  const followed = useRef(isFollowed)
  followed.current = isFollowed
  const mark = useRef<{ overlay: Overlay; element: HTMLElement } | null>(null)

  useEffect(() => {
    const element = document.createElement('div')
    element.className = styles.vehicle ?? ''
    element.dataset.testid = 'vehicle'
    element.innerHTML =
      '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3 26 27 16 22 6 27Z"/></svg><span class="tw-map-name"></span>'
    const overlay = new Overlay({ element, positioning: 'center-center', stopEvent: false })
    map.addOverlay(overlay)
    mark.current = { overlay, element }
    return () => {
      map.removeOverlay(overlay)
      mark.current = null
    }
  }, [map])

  useEffect(() => {
    if (!mark.current) return
    const { element } = mark.current
    element.dataset.active = String(isActive)
    element.style.setProperty('--vehicle', colour)
    element.querySelector('span')!.textContent = name
    if (element.parentElement) element.parentElement.style.zIndex = isActive ? '4' : '3'
  }, [colour, isActive, name])

  useEffect(() => {
    let shown = ''
    return follow((place) => {
      if (!mark.current) return
      const { overlay, element } = mark.current
      if (!place) return overlay.setPosition(undefined)
      const at = projection.fromWgs84(place.lon, place.lat)
      // A vehicle that does not move costs nothing.
      const now = `${at[0]} ${at[1]} ${place.courseDeg}`
      if (now !== shown) {
        overlay.setPosition(at)
        if (place.courseDeg !== null) element.style.setProperty('--course', `${place.courseDeg}deg`)
      }
      shown = now
      if (followed.current) keepInView(at)
    })
    function keepInView(at: [number, number]): void {
      const pixel = map.getPixelFromCoordinate(at)
      const size = map.getSize()
      if (!pixel || !size) return
      const isNearEdge = pixel.some(
        (value, axis) => value < size[axis]! * edge || value > size[axis]! * (1 - edge),
      )
      if (isNearEdge) map.getView().setCenter(at)
    }
  }, [map, projection, follow])
  return null
}
