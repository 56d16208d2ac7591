import { Address } from '../../../ui/address/Address.tsx'
import { useReplay } from './replay-context.ts'

interface Props {
  lat: number
  lon: number
  short?: boolean
  /** Along a way: nearby is near enough. */
  isRough?: boolean
}

/** The address of a place of the replay. A public link has addresses of events only, not of the whole way. */
export function PlaceName({ lat, lon, ...look }: Props) {
  const { isShared } = useReplay()
  if (!isShared || !look.isRough) return <Address lat={lat} lon={lon} {...look} />
  return <span className="tw-number">{`${lat.toFixed(5)}, ${lon.toFixed(5)}`}</span>
}
