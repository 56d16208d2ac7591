import { ThunderboltOutlined } from '@ant-design/icons'
import {
  batteryCalls,
  batterySettingKind,
  batteryVehicleList,
} from '@trackway/core/features/batteries/calls.ts'
import { PartsScreen } from '../vehicle-parts/PartsScreen.tsx'
import { PackStateTag } from './PackStateTag.tsx'
import { VehiclePacks } from './VehiclePacks.tsx'

/** The vehicles whose devices report battery packs, and the packs of one of them. */
export function BatteriesScreen() {
  return (
    <PartsScreen
      list={batteryVehicleList}
      texts="batteries"
      cells={{
        packState: ({ packState, faults }) => <PackStateTag state={packState} isFaulty={faults > 0} />,
      }}
      icon={<ThunderboltOutlined />}
      vehicleCall={batteryCalls.vehicle}
      vehicle={(terminalID, onSettings) => <VehiclePacks terminalID={terminalID} onSettings={onSettings} />}
      settings={{ kind: batterySettingKind }}
    />
  )
}
