import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PageTabs } from '../../ui/layout/Page.tsx'
import { type OtaTab, otaTabs } from './ota-tabs.ts'

/** The screen of upgrades for customers, which has an address of its own. */
const offers = 'otaUpdateListForUser'

/** The screens of firmware as tabs of one page. */
export function useOtaTabs(activeKey: OtaTab | typeof offers): PageTabs {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return {
    activeKey,
    items: [...(Object.keys(otaTabs) as OtaTab[]), offers].map((key) => ({
      key,
      label: t(`firmware.tab.${key}`),
    })),
    onChange: (key) =>
      void (key === offers
        ? navigate({ to: '/test/otaUpdateListForUser', search: {} })
        : navigate({ to: '/test/ota/$tab', params: { tab: key as OtaTab }, search: {} })),
  }
}
