import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'

/** The tabs of tyres and batteries; none for those who may see but one of them. */
export function useReadingTabs(activeKey: '/index/tire' | '/index/battery') {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const maySeeTyres = useCan('main:taiya')
  const maySeeBatteries = useCan('main:monitor')
  return {
    activeKey,
    onChange: (to: string) => void navigate({ to, search: {} as never }),
    items: [
      ...(maySeeTyres ? [{ key: '/index/tire', label: t('reports.name.tyreVehicles') }] : []),
      ...(maySeeBatteries ? [{ key: '/index/battery', label: t('reports.name.batteryVehicles') }] : []),
    ],
  }
}
