import { useNavigate, useRouterState } from '@tanstack/react-router'
import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'

const tabs = {
  cards: ['main:pay', 'main:agent'],
  renewPrice: ['main:pay'],
  discountCode: ['main:pay'],
  CAgentAccount: ['main:pay'],
  ledger: ['main:pay', 'main:agent'],
} as const satisfies Record<string, readonly Permission[]>
type Tab = keyof typeof tabs

/** The screens of what a reseller sells and holds as tabs of one page; each has an address of its own. */
export function useBillingTabs() {
  const { t } = useTranslation()
  const { permissions } = useUser()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const shown = (Object.keys(tabs) as Tab[]).filter((key) => holdsAny(permissions, tabs[key]))
  return {
    activeKey: shown.find((each) => path.endsWith(`/${each}`)) ?? 'cards',
    items: shown.map((key) => ({ key, label: t(`billing.tab.${key}`) })),
    onChange: (key: string) => void navigate({ to: `/index/pay/${key as Tab}` }),
  }
}
