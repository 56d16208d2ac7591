import { useEffect } from 'react'
import { type LinePainter, type TrackLine, TrackLinesLayer } from '../track-line/track-lines-layer.ts'
import { useMap } from '../view/map-context.ts'
import { useLayer } from '../view/use-layer.ts'

export interface ShownLine extends TrackLine {
  /** Calls back when more of the line has arrived. @returns how to stop */
  onGrowth(listener: () => void): () => void
}

/** The lines of all devices of a replay; the last one lies on top. */
export function TrackLines({ lines }: { lines: readonly ShownLine[] }) {
  const { projection } = useMap()
  const layer = useLayer(() => new TrackLinesLayer(projection))

  useEffect(() => layer.setProjection(projection), [layer, projection])

  useEffect(() => {
    layer.setLines(lines)
    const refresh = (painter: LinePainter) => () => layer.refresh(painter)
    const stops = lines.map(({ painter, onGrowth }) => onGrowth(refresh(painter)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [layer, lines])
  return null
}
