import type { BusStop, BusVehicle } from '@trackway/core/features/bus/calls.ts'
import { Flex } from 'antd'
import { useTexts } from '../../../base/use-texts.ts'
import { DelayTag } from './DelayTag.tsx'

interface VehicleListProps {
  vehicles: readonly BusVehicle[]
  stops: readonly BusStop[]
}

/** The vehicles of a line: between which stops each is, or why it is not on the line. */
export function VehicleList({ vehicles, stops }: VehicleListProps) {
  const { t, format } = useTexts()
  if (vehicles.length === 0) return <p className="tw-muted">{t('bus.live.noVehicles')}</p>
  const nameOf = (stop: number | null) => (stop === null ? null : (stops[stop]?.name ?? null))
  const placeOf = ({ state, previousStop, nextStop, asideM }: BusVehicle) => {
    if (state === 'offline' || state === 'waiting') return t(`bus.state.${state}`)
    if (state === 'offRoute') return t('bus.live.aside', { distance: format.distance(asideM) })
    const [from, to] = [nameOf(previousStop), nameOf(nextStop)]
    if (from === null || to === null) return t('bus.live.towards', { stop: to ?? from ?? '' })
    return t('bus.live.between', { from, to })
  }
  return (
    <ul className="tw-column tw-gap-4">
      {vehicles.map((vehicle) => (
        <li key={vehicle.terminalID} className="tw-row tw-gap-6 tw-rounded">
          <Flex vertical className="tw-grow">
            <b className="tw-ellipsis">{vehicle.displayName}</b>
            <span className={vehicle.state === 'offRoute' ? 'tw-danger' : 'tw-muted'}>
              {placeOf(vehicle)}
            </span>
          </Flex>
          {vehicle.state === 'driving' && <DelayTag deviationS={vehicle.deviationS} />}
        </li>
      ))}
    </ul>
  )
}
