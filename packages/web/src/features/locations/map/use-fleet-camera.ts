import { useEffect, useRef } from 'react'
import { shownBaseMap, useBaseMap } from '../../../map/base/use-base-map.ts'
import { commonZoom, easeTo, fillWithBox, fitBox } from '../../../map/view/camera.ts'
import { useMap } from '../../../map/view/map-context.ts'
import type { FleetStore } from '../fleet/fleet-store.ts'
import type { FleetOverlayProps } from './fleet-actions.ts'

/** Selecting from further out than this zooms in. */
const farZoom = 9
/** A vehicle nearer to the edge of the map than this counts as hidden. */
const edgePx = 32
/** By then a card that opens has taken its place. */
const cardOpensMs = 1000

/** Moves the map for the rest of the screen, and brings what is selected out of hiding. */
export function useFleetCamera(props: FleetOverlayProps): void {
  const { selected } = props
  const { store } = props.live
  const { map, projection } = useMap()
  const closeZoom = useBaseMap(shownBaseMap).kind === 'offline' ? 14 : 16
  const latest = useRef(props)
  latest.current = props

  // The card that opens for a selection makes the map narrower: the vehicle must not end up outside its edge.
  const selectedId = selected?.id ?? null
  useEffect(() => {
    if (selectedId === null) return
    const reveal = () => {
      const { selected: device } = latest.current
      if (device === null || device.lon === null || device.lat === null) return
      const pixel = map.getPixelFromCoordinate(projection.fromWgs84(device.lon, device.lat))
      const size = map.getSize()
      if (!pixel || !size || map.getView().getAnimating()) return
      const isHidden = pixel.some((at, axis) => at < edgePx || at > size[axis]! - edgePx)
      if (isHidden) easeTo(map, projection, device.lon, device.lat)
    }
    map.on('change:size', reveal)
    const timer = setTimeout(() => map.un('change:size', reveal), cardOpensMs)
    return () => {
      clearTimeout(timer)
      map.un('change:size', reveal)
    }
  }, [map, projection, selectedId])

  useEffect(() => {
    latest.current.onReady?.({
      fitAll: () => {
        const box = store.overviewBox ?? boxOf(store)
        if (box) fitBox(map, projection, box, { maxZoom: 15 })
      },
      fillWith: (box) => fillWithBox(map, projection, box, 17),
      show: (device, isClose) => {
        if (device.lon === null || device.lat === null) return
        const zoom = commonZoom(map.getView(), projection)
        const targetZoom = isClose ? Math.max(zoom, closeZoom) : zoom < farZoom ? 12 : undefined
        easeTo(map, projection, device.lon, device.lat, targetZoom)
      },
    })
  }, [map, projection, store, closeZoom])
}

/** The box around the devices shown; outliers count too: they are what one looks for. */
function boxOf({ fleet }: FleetStore) {
  let west = 180
  let east = -180
  let south = 90
  let north = -90
  for (let row = 0; row < fleet.count; row++) {
    const lon = fleet.lon[row]!
    if (fleet.isShown[row] === 0 || Number.isNaN(lon)) continue
    const lat = fleet.lat[row]!
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return west <= east ? { west, south, east, north } : null
}
