import { AreasLayer } from '../../map/drawing/AreasLayer.tsx'
import { useFenceAreas } from './use-fences.ts'

/** The fences of an account and those below it, on a map that shows something else. */
export function FencesOnMap({ userId }: { userId: number | undefined }) {
  return <AreasLayer areas={useFenceAreas({ userId })} />
}
