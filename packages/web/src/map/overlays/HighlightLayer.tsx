import type { Place } from '@trackway/core/geo/area.ts'
import { useMemo } from 'react'
import { useIsDark } from '../../base/theme/theme.ts'
import { useMap } from '../view/map-context.ts'
import { useFeatures } from '../view/use-layer.ts'
import { wayFeature } from './way-feature.ts'

/** A part of a line that is pointed at, as a glow. */
export function HighlightLayer({ places }: { places: readonly Place[] }) {
  const { projection } = useMap()
  const isDark = useIsDark()
  const lines = useMemo(
    () => wayFeature(projection, places, [[isDark ? 'rgba(106,205,213,.5)' : 'rgba(11,110,120,.38)', 15]]),
    [places, projection, isDark],
  )
  useFeatures(lines, 11)
  return null
}
