import { addressCredits } from '@trackway/core/features/geocoding/calls.ts'
import styles from './Address.module.css'
import { useAddress } from './use-address.ts'

interface AddressProps {
  lat: number
  lon: number
  /** Without country, for a narrow column; the whole address shows on hover. */
  short?: boolean
  /** For vehicles under way: requests again every 300 m rather than every 30 m. */
  isRough?: boolean
}

/**
 * The address of a place (WGS-84). It takes one line and is cut off at the end of it unless its surroundings
 * let it wrap. Until it is known there is a bar of the same height; the coordinates where nothing is known.
 */
export function Address({ lat, lon, short = false, isRough = false }: AddressProps) {
  const address = useAddress({ lat, lon }, { isRough })
  if (address === undefined)
    return <span className={`${styles.address} tw-anywhere tw-shrink`} aria-busy="true" />
  const coordinates = `${lat.toFixed(5)}, ${lon.toFixed(5)}`
  if (address === null)
    return <span className={`${styles.address} tw-number tw-anywhere tw-shrink`}>{coordinates}</span>
  const more = [short ? address.text : coordinates, addressCredits[address.source]].join(' · ')
  return (
    <span className={`${styles.address} tw-anywhere tw-shrink`} title={more}>
      {short ? address.short : address.text}
    </span>
  )
}
