import { useNavigate, useRouterState } from '@tanstack/react-router'
import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { differenceCalls } from '@trackway/core/features/reconciliation/calls.ts'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan, useUser } from '../../base/session.ts'

const tabs = {
  cards: ['main:pay', 'main:agent'],
  orders: ['main:pay'],
  renewPrice: ['main:pay'],
  discountCode: ['main:pay'],
  CAgentAccount: ['main:pay'],
  differences: ['main:pay'],
  ledger: ['main:pay', 'main:agent'],
} as const satisfies Record<string, readonly Permission[]>
type Tab = keyof typeof tabs

/** The screens of what a reseller sells and holds as tabs of one page; each has an address of its own. */
export function useBillingTabs() {
  const { t } = useTranslation()
  const { permissions } = useUser()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const hasDifferences = useHasDifferences(path.endsWith('/differences'))
  const shown = (Object.keys(tabs) as Tab[]).filter(
    (key) => holdsAny(permissions, tabs[key]) && (key !== 'differences' || hasDifferences),
  )
  return {
    activeKey: shown.find((each) => path.endsWith(`/${each}`)) ?? 'cards',
    items: shown.map((key) => ({ key, label: t(`billing.tab.${key}`) })),
    onChange: (key: string) => void navigate({ to: `/index/pay/${key as Tab}` }),
  }
}

/** Most agents never have one: the tab is there for administrators, and where there is or was one. */
function useHasDifferences(isOpen: boolean): boolean {
  const { role } = useUser()
  const mayPay = useCan('main:pay')
  const isKnown = isOpen || role === roles.admin || !mayPay
  const { data } = useCall(
    ['paymentDifferences', 'any'],
    differenceCalls.find,
    isKnown ? null : { pageSize: 1 },
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  return isOpen || role === roles.admin || (data?.total ?? 0) > 0
}
