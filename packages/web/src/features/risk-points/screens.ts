import { WarningOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { readRiskPointsUrl } from './url-state.ts'

export const riskPointScreens = [
  screen({
    path: '/index/riskPoint',
    permission: ['main:risk_point'],
    menu: { label: 'app.menu.riskPoints', icon: WarningOutlined },
    search: readRiskPointsUrl,
    component: async () => (await import('./RiskPointsScreen.tsx')).RiskPointsScreen,
  }),
] as const
