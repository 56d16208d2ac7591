import { CheckCircleOutlined, FireOutlined, WarningOutlined } from '@ant-design/icons'
import type { TyreVehicle } from '@trackway/core/api/readings/tyres.ts'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const looks = {
  normal: { color: 'success', icon: <CheckCircleOutlined /> },
  leak: { color: 'error', icon: <WarningOutlined /> },
  temperatureHigh: { color: 'warning', icon: <FireOutlined /> },
  pressureLow: { color: 'warning', icon: <WarningOutlined /> },
  pressureHigh: { color: 'warning', icon: <WarningOutlined /> },
} as const

/** What is wrong, by colour, sign and word. */
export function TyreStateTag({ state }: { state: TyreVehicle['tyreState'] }) {
  const { t } = useTranslation()
  return <Tag {...looks[state]}>{t(`reports.tyreState.${state}`)}</Tag>
}
