import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { fitBox } from '../../../map/view/camera.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useReplay } from '../replay/replay-context.ts'
import { boxOf } from '../replay/track-box.ts'
import { useReplayView } from '../replay/use-replay-view.ts'

/** What pins, legend, buttons and scale need at top, right, bottom and left of what the map shows, px. */
const paddings = { wide: [88, 72, 48, 72], phone: [80, 68, 44, 36] }

/** Moves the map to all tracks while the first of each comes, to one that is made active, and to what is clicked in the list. */
export function MapMoves() {
  const { map, projection } = useMap()
  const padding = paddings[useIsPhone() ? 'phone' : 'wide']
  const { devices, active } = useReplay()
  const shown = useReplayView(({ shownOnMap }) => shownOnMap)
  const began = devices.filter(({ track }) => track.length > 0).length
  const isOfOne = useRef(false)

  // Without easing: a base map that is still on its way takes over the present position of the map.
  // biome-ignore lint/correctness/useExhaustiveDependencies: days that join later must not move the view again
  useEffect(() => {
    const box = boxOf(devices.map(({ track }) => track))
    if (box) fitBox(map, projection, box, { padding, duration: 0 })
  }, [began])

  // biome-ignore lint/correctness/useExhaustiveDependencies: days that join later must not move the view again
  useEffect(() => {
    // The one that is active at first is seen among all.
    const box = isOfOne.current && boxOf([active.track])
    isOfOne.current = true
    if (box) fitBox(map, projection, box, { padding, duration: 0 })
  }, [active.terminalID])

  // biome-ignore lint/correctness/useExhaustiveDependencies: days that arrive do not move the map again
  useEffect(() => {
    if (!shown) return
    // For a printout it has just taken another size, which it notices by itself only later.
    if (shown.isOfAll) map.updateSize()
    const box = boxOf(shown.isOfAll ? devices.map(({ track }) => track) : [active.track], shown)
    if (box) fitBox(map, projection, box, { padding, maxZoom: 16 })
  }, [shown])
  return null
}
