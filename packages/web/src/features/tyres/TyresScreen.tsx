import { CheckCircleOutlined, DashboardOutlined, FireOutlined, WarningOutlined } from '@ant-design/icons'
import {
  type TyreVehicle,
  tyreCalls,
  tyreSettingKind,
  tyreVehicleList,
} from '@trackway/core/features/tyres/calls.ts'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { PartsScreen } from '../vehicle-parts/PartsScreen.tsx'
import { AxleLimitsField } from './AxleLimitsField.tsx'
import { VehicleTyres } from './VehicleTyres.tsx'

/** The vehicles whose devices report tyres, those with something wrong first, and the wheels of one of them. */
export function TyresScreen() {
  return (
    <PartsScreen
      list={tyreVehicleList}
      texts="tyres"
      cells={{ tyreState: ({ tyreState }) => <TyreStateTag state={tyreState} /> }}
      icon={<DashboardOutlined />}
      vehicleCall={tyreCalls.vehicle}
      vehicle={(terminalID, onSettings) => <VehicleTyres terminalID={terminalID} onSettings={onSettings} />}
      settings={{ kind: tyreSettingKind, controls: { axles: AxleLimitsField } }}
    />
  )
}

const looks = {
  normal: { color: 'success', icon: <CheckCircleOutlined /> },
  leak: { color: 'error', icon: <WarningOutlined /> },
  temperatureHigh: { color: 'warning', icon: <FireOutlined /> },
  pressureLow: { color: 'warning', icon: <WarningOutlined /> },
  pressureHigh: { color: 'warning', icon: <WarningOutlined /> },
} as const

/** What is wrong, by colour, sign and word. */
function TyreStateTag({ state }: { state: TyreVehicle['tyreState'] }) {
  const { t } = useTranslation()
  return <Tag {...looks[state]}>{t(`reports.tyreState.${state}`)}</Tag>
}
