import { useEffect } from 'react'
import { type Box, fitBox } from '../view/camera.ts'
import { useMap } from '../view/map-context.ts'

interface Props {
  /** Null while there is nothing to show. */
  boxOf(): Box | null
  /** Something is there. */
  isReady: boolean
  /** Shows all of the box whenever this changes; what joins it later must not move the view again. */
  fitKey: string
  /** Pixels kept free at top, right, bottom and left. */
  padding: [number, number, number, number]
}

/** Moves the map to a track once the first of it is there. */
export function FitTrack({ boxOf, isReady, fitKey, padding }: Props) {
  const { map, projection } = useMap()
  // Without easing: a base map that is still on its way takes over where the map stands now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: days that join later must not move the view again
  useEffect(() => {
    const box = isReady ? boxOf() : null
    if (!box) return
    const fit = () => fitBox(map, projection, box, { padding, duration: 0 })
    // A map that was not laid out yet has no size to fit into.
    if (map.getSize()) return fit()
    map.once('change:size', fit)
    return () => map.un('change:size', fit)
  }, [fitKey, isReady])
  return null
}
