import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const paths = ['cards', 'ledger'] as const

/** The screens of what a reseller sells and holds as tabs of one page; each has an address of its own. */
export function useBillingTabs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return {
    activeKey: paths.find((each) => path.endsWith(`/${each}`)) ?? 'cards',
    items: paths.map((key) => ({ key, label: t(`billing.tab.${key}`) })),
    onChange: (key: string) => void navigate({ to: `/index/pay/${key as (typeof paths)[number]}` }),
  }
}
