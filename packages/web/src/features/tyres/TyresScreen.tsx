import { DashboardOutlined } from '@ant-design/icons'
import { tyreCalls, tyreVehicleList } from '@trackway/core/api/readings/tyres.ts'
import { ReadingsScreen } from '../../ui/readings/ReadingsScreen.tsx'
import { TyreSettingsDialog } from './TyreSettingsDialog.tsx'
import { TyreStateTag } from './TyreStateTag.tsx'
import { VehicleTyres } from './VehicleTyres.tsx'

/** The vehicles whose devices tell of tyres, those with something wrong first, and the wheels of one of them. */
export function TyresScreen() {
  return (
    <ReadingsScreen
      list={tyreVehicleList}
      path="/index/tire"
      texts="tyres"
      cells={{ tyreState: ({ tyreState }) => <TyreStateTag state={tyreState} /> }}
      icon={<DashboardOutlined />}
      vehicleCall={tyreCalls.vehicle}
      vehicle={(terminalID, onSettings) => <VehicleTyres terminalID={terminalID} onSettings={onSettings} />}
      settings={TyreSettingsDialog}
    />
  )
}
