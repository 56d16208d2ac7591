import type { VisitFound } from '@trackway/core/features/check-car/calls.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import pinStyles from '../../../map/overlays/pin.module.css'

/** Where a visit began and ended. */
export function VisitPins({ visit }: { visit: VisitFound }) {
  const { t, format } = useTexts()
  const ends = [
    { kind: 'enter', place: visit.enterPlace, time: visit.enterTime },
    { kind: 'leave', place: visit.leavePlace, time: visit.leaveTime },
  ] as const
  return ends.map(({ kind, place, time }) => (
    <MapPin
      key={kind}
      lat={place.lat}
      lon={place.lon}
      positioning={kind === 'enter' ? 'bottom-center' : 'center-center'}
    >
      <span className={pinStyles.pin} data-end={kind === 'enter' ? 'from' : 'to'}>
        <b>{t(`checkCar.${kind}`)}</b>
        <span>{format.time(time)}</span>
      </span>
    </MapPin>
  ))
}
