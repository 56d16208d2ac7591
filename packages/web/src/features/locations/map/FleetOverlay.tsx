import { useEffect, useRef, useState } from 'react'
import { useIsDark } from '../../../base/theme/theme.ts'
import { FleetLayer } from '../../../map/fleet/fleet-layer.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useFleetView } from '../fleet/use-fleet.ts'
import type { FleetOverlayProps } from './fleet-actions.ts'
import { useFleetCamera } from './use-fleet-camera.ts'
import { useFleetPointer } from './use-fleet-pointer.ts'

/** Puts the fleet on the map, and reports clicks on it. */
export function FleetOverlay(props: FleetOverlayProps) {
  const { selected, followedId, isClustered, coveredShare } = props
  const { store } = props.live
  const handle = useMap()
  const { map, projection } = handle
  const isDark = useIsDark()
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

  useFleetPointer(props, layer)
  useFleetCamera(props)
  return null
}
