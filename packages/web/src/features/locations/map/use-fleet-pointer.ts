import { type Cluster, rowsOfCluster } from '../../../map/fleet/clusters.ts'
import type { FleetLayer } from '../../../map/fleet/fleet-layer.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useMapEvents } from '../../../map/view/use-map-events.ts'
import type { FleetDevice } from '../fleet/fleet-store.ts'
import type { FleetOverlayProps } from './fleet-actions.ts'

/** What clicks and the pointer mean on the fleet. */
export function useFleetPointer(props: FleetOverlayProps, layer: FleetLayer | null): void {
  const { isIdle } = props
  const { store } = props.live
  const { map } = useMap()
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
}
