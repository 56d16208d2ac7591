import { type BatteryPack, batteryCalls } from '@trackway/core/features/batteries/calls.ts'
import { Progress } from 'antd'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { VehicleParts, type VehiclePartsProps } from '../vehicle-parts/VehicleParts.tsx'
import { PackStateTag } from './PackStateTag.tsx'

/** The packs of one vehicle. */
export function VehiclePacks(props: VehiclePartsProps) {
  const { t, format } = useTexts()
  return (
    <VehicleParts
      {...props}
      calls={batteryCalls}
      name="batteries"
      nameOf={(place) => t('readings.place.pack', { place })}
      charts={({ settings }) => [
        ['packPercent', format.percent, [settings.lowPercent]],
        ['packVoltageV', format.volts, [settings.lowVoltageV, settings.highVoltageV]],
        ['packCurrentA', format.amperes],
        ['packTemperatureC', format.celsius, [settings.coldC, settings.hotC]],
      ]}
    >
      {({ list }) => list.map((pack) => <PackCard key={pack.pack} pack={pack} />)}
    </VehicleParts>
  )
}

function PackCard({ pack }: { pack: BatteryPack }) {
  const { t, format } = useTexts()
  const now = useNow(30_000)
  const { percent, voltageV, currentA, temperatureC, usageCount, state, faults, time } = pack
  return (
    <Panel
      title={t('readings.place.pack', { place: pack.pack })}
      note={time !== null && t('ui.ago', { span: format.age(time, now) })}
      actions={<PackStateTag state={state} isFaulty={faults.length > 0} />}
    >
      {percent !== null && (
        <Progress
          percent={Math.round(percent)}
          status={faults.length > 0 ? 'exception' : 'normal'}
          format={(value) => format.percent(value ?? null)}
          aria-label={t('readings.name.packPercent')}
        />
      )}
      {faults.length > 0 && (
        <p className="tw-danger">{faults.map((fault) => t(`batteries.fault.${fault}`)).join(', ')}</p>
      )}
      <Facts
        facts={[
          { label: t('readings.name.packVoltageV'), value: format.volts(voltageV) },
          { label: t('readings.name.packCurrentA'), value: format.amperes(currentA) },
          { label: t('readings.name.packTemperatureC'), value: format.celsius(temperatureC) },
          { label: t('readings.name.packCycles'), value: format.number(usageCount) },
        ]}
      />
    </Panel>
  )
}
