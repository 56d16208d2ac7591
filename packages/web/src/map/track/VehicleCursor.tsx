import Overlay from 'ol/Overlay'
import { useEffect, useRef } from 'react'
import { useMap } from '../map-context.ts'
import './track.css'

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
}

/** Part of the map at each edge that a followed vehicle does not enter. */
const edge = 0.2

/** The vehicle of a replay: an arrow along the course, moved outside React, every frame. */
export function VehicleCursor({ follow, isFollowed }: Props) {
  const { map, plane } = useMap()
  const followed = useRef(isFollowed)
  followed.current = isFollowed

  useEffect(() => {
    const element = document.createElement('div')
    element.className = 'track-vehicle'
    element.innerHTML =
      '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3 26 27 16 22 6 27Z"/></svg>'
    const overlay = new Overlay({ element, positioning: 'center-center', stopEvent: false })
    map.addOverlay(overlay)
    const unfollow = follow((place) => {
      if (!place) return overlay.setPosition(undefined)
      const at = plane.toPlane(place.lon, place.lat)
      overlay.setPosition(at)
      if (place.courseDeg !== null) element.style.setProperty('--course', `${place.courseDeg}deg`)
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
    return () => {
      unfollow()
      map.removeOverlay(overlay)
    }
  }, [map, plane, follow])
  return null
}
