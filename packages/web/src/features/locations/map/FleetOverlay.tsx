import type { Location } from '@trackway/core/features/locations/calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useIsDark } from '../../../base/theme/theme.ts'
import { shownBaseMap, useBaseMap } from '../../../map/base/use-base-map.ts'
import { type Cluster, rowsOfCluster } from '../../../map/fleet/clusters.ts'
import { FleetLayer } from '../../../map/fleet/fleet-layer.ts'
import { commonZoom, easeTo, fitBox } from '../../../map/view/camera.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useMapEvents } from '../../../map/view/use-map-events.ts'
import type { FleetDevice, FleetStore } from '../fleet/fleet-store.ts'
import { type LiveFleet, useFleetView } from '../fleet/use-fleet.ts'
import type { OpeningBox } from './use-opening-box.ts'

/** A device under the pointer, and where that is on the map. */
export interface Hovered {
  device: FleetDevice
  x: number
  y: number
}

/** What the rest of the screen asks of the map. */
export interface FleetActions {
  fitAll(): void
  /** Shows a box as near as its streets are drawn. */
  fitTo(box: OpeningBox): void
  /** Moves to a device; `isClose` zooms in to where streets are. */
  show(device: Location, isClose: boolean): void
}

export interface FleetOverlayProps {
  live: LiveFleet
  selected: Location | null
  followedId: number | null
  isClustered: boolean
  /** Part of the map at its lower edge that something covers, 0 to 1. */
  coveredShare: number
  /** Clicks mean something else at present. */
  isIdle?: boolean
  onReady?: (actions: FleetActions) => void
  onSelect: (device: FleetDevice | null) => void
  onFollow: (device: FleetDevice) => void
  onFollowEnd: () => void
  /** The pointer rests on a device, at a place of the map; null: on none. */
  onHover?: (hovered: Hovered | null) => void
  /** What can be done with a device is asked for at a place of the page. */
  onMenu?: (device: FleetDevice, x: number, y: number) => void
  /** The devices of a cluster are to be listed. */
  onList?: (devices: readonly FleetDevice[]) => void
}

/** Selecting from further out than this zooms in. */
const farZoom = 9
/** A vehicle nearer to the edge of the map than this counts as hidden. */
const edgePx = 32
/** By then a card that opens has taken its place. */
const cardOpensMs = 1000

/** Puts the fleet on the map, and says what is clicked there. */
export function FleetOverlay(props: FleetOverlayProps) {
  const { selected, followedId, isClustered, coveredShare, isIdle } = props
  const { store } = props.live
  const handle = useMap()
  const { map, projection } = handle
  const isDark = useIsDark()
  const closeZoom = useBaseMap(shownBaseMap).kind === 'offline' ? 14 : 16
  const latest = useRef(props)
  latest.current = props
  const [layer, setLayer] = useState<FleetLayer | null>(null)

  useEffect(() => {
    const created = new FleetLayer({
      fleet: store.fleet,
      fontFamily: getComputedStyle(document.body).fontFamily,
      onUnnamed: (rows) => latest.current.live.want(rows.map((row) => store.getView().devices[row]!.id)),
      onFollow: (x, y) => {
        // The way there is an easing of its own.
        if (!map.getView().getAnimating()) map.getView().setCenter([x, y])
      },
    })
    map.addLayer(created)
    setLayer(created)
    const stop = store.onMapChange(() => created.repaintFleet())
    return () => {
      stop()
      map.removeLayer(created)
      created.dispose()
    }
  }, [map, store])

  // Each base map has a view of its own.
  useEffect(() => {
    const [, height] = handle.map.getSize() ?? [0, 0]
    handle.map.getView().padding = [0, 0, coveredShare * height!, 0]
  }, [handle, coveredShare])

  useEffect(() => layer?.setProjection(projection), [layer, projection])
  const rowOf = (id: number | null) => (id === null ? null : (store.rowOf(id) ?? null))
  const selectedRow = useFleetView(store, () => rowOf(selected?.id ?? null))
  const followedRow = useFleetView(store, () => rowOf(followedId))
  useEffect(
    () => layer?.show({ isDark, isClustered, selected: selectedRow, followed: followedRow }),
    [layer, isDark, isClustered, selectedRow, followedRow],
  )

  const deviceAt = ([x, y]: number[]): FleetDevice | null => {
    const row = layer?.deviceAt(x!, y!) ?? null
    return row === null ? null : (store.getView().devices[row] ?? null)
  }
  const clusterAt = ([x, y]: number[]) => layer?.clusterAt(x!, y!) ?? null
  const list = (cluster: Cluster) =>
    props.onList?.(rowsOfCluster(store.fleet, cluster).flatMap((row) => store.getView().devices[row] ?? []))
  const leave = () => {
    layer?.setHovered(null)
    props.onHover?.(null)
  }
  useMapEvents({
    click: ({ pixel, originalEvent }) => {
      if (isIdle) return
      const device = deviceAt(pixel)
      const cluster = device ? null : clusterAt(pixel)
      if (!cluster) return props.onSelect(device)
      if (originalEvent.shiftKey) return list(cluster)
      const { minX, minY, maxX, maxY } = cluster
      map.getView().fit([minX, minY, maxX, maxY], { padding: [90, 90, 90, 90], maxZoom: 15, duration: 350 })
    },
    contextmenu: (event) => {
      if (isIdle) return
      const pixel = map.getEventPixel(event)
      const device = deviceAt(pixel)
      const cluster = device ? null : clusterAt(pixel)
      if (device) props.onMenu?.(device, event.clientX, event.clientY)
      else if (cluster) list(cluster)
      if (device || cluster) event.preventDefault()
    },
    dblclick: (event) => {
      const device = isIdle ? null : deviceAt(event.pixel)
      if (!device) return
      event.preventDefault()
      event.stopPropagation()
      props.onFollow(device)
    },
    pointermove: ({ dragging, pixel }) => {
      if (dragging || isIdle) return
      const device = deviceAt(pixel)
      layer?.setHovered(device ? (store.rowOf(device.id) ?? null) : null)
      props.onHover?.(device && { device, x: pixel[0]!, y: pixel[1]! })
      const viewport = map.getViewport()
      if (viewport) viewport.style.cursor = device || clusterAt(pixel) ? 'pointer' : ''
    },
    pointerdrag: props.onFollowEnd,
    movestart: leave,
    pointerleave: leave,
  })

  // The card that opens for a selection makes the map narrower: the vehicle must not end up behind its edge.
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
      fitTo: (box) => fitBox(map, projection, box, { padding: [0, 0, 0, 0], maxZoom: 16, duration: 0 }),
      show: (device, isClose) => {
        if (device.lon === null || device.lat === null) return
        const zoom = commonZoom(map.getView(), projection)
        const wanted = isClose ? Math.max(zoom, closeZoom) : zoom < farZoom ? 12 : undefined
        easeTo(map, projection, device.lon, device.lat, wanted)
      },
    })
  }, [map, projection, store, closeZoom])

  return null
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
