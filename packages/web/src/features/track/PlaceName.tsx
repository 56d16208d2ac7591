import { Address } from '../../ui/address/Address.tsx'
import { useReplay } from './replay-context.ts'

interface Props {
  lat: number
  lon: number
  short?: boolean
  /** Along a way: nearby is near enough. */
  isRough?: boolean
}

/** What a place of the replay is called; its coordinates for those who came by a link, and may ask nothing. */
export function PlaceName({ lat, lon, ...look }: Props) {
  const { isShared } = useReplay()
  if (!isShared) return <Address lat={lat} lon={lon} {...look} />
  return <span className="tw-number">{`${lat.toFixed(5)}, ${lon.toFixed(5)}`}</span>
}
