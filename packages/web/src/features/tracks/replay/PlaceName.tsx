import { Address } from '../../../ui/address/Address.tsx'
import { useReplay } from './replay-context.ts'

interface Props {
  lat: number
  lon: number
  short?: boolean
  /** Along a way: nearby is near enough. */
  isRough?: boolean
}

/** What a place of the replay is called. A link tells the names of where something happened, not of all the way. */
export function PlaceName({ lat, lon, ...look }: Props) {
  const { isShared } = useReplay()
  if (!isShared || !look.isRough) return <Address lat={lat} lon={lon} {...look} />
  return <span className="tw-number">{`${lat.toFixed(5)}, ${lon.toFixed(5)}`}</span>
}
