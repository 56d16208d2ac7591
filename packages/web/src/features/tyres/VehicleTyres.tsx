import { tyreCalls } from '@trackway/core/features/tyres/calls.ts'
import { useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { VehicleParts, type VehiclePartsProps } from '../vehicle-parts/VehicleParts.tsx'
import { AxleDrawing } from './AxleDrawing.tsx'
import { wheelName } from './wheel-name.ts'

/** The wheels of one vehicle; one that is chosen has the charts for itself, with its limits. */
export function VehicleTyres(props: VehiclePartsProps) {
  const { t, format } = useTexts()
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <VehicleParts
      {...props}
      calls={tyreCalls}
      name="tyres"
      chosen={chosen}
      all={t('tyres.allWheels')}
      nameOf={(place, { list }) => {
        const wheel = list.find((each) => each.wheel === place)
        return wheel ? `${place} · ${wheelName(wheel, t)}` : String(place)
      }}
      charts={({ list }) => {
        const wheel = list.find((each) => each.wheel === chosen)
        return [
          ['tyrePressureKpa', format.kilopascals, [wheel?.lowKpa, wheel?.highKpa]],
          ['tyreTemperatureC', format.celsius],
        ]
      }}
    >
      {({ layout, list }) => (
        <>
          <span className="tw-muted">{t(`tyres.settings.choice.${layout}`)} · kPa</span>
          <AxleDrawing layout={layout} wheels={list} chosen={chosen} onChoose={setChosen} />
        </>
      )}
    </VehicleParts>
  )
}
