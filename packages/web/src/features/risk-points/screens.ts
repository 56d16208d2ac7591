import { screen } from '../../base/screen.ts'
import { readRiskPointsUrl } from './url-state.ts'

export const riskPointScreens = [
  screen({
    path: '/index/riskPoint',
    permission: ['main:risk_point'],
    menu: { section: 'places', label: 'riskPoints.title' },
    search: readRiskPointsUrl,
    component: async () => (await import('./RiskPointsScreen.tsx')).RiskPointsScreen,
  }),
] as const
