import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'

const paths = ['list', 'autoRenewal'] as const

/** What an account orders, and what is ordered by itself, as tabs of one page; each has an address of its own. */
export function useOrderTabs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isOfDevice } = useUser()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // Who signed in to one device decides about it alone.
  const shown = isOfDevice ? paths.slice(0, 1) : paths
  return {
    activeKey: shown.find((each) => path.endsWith(`/${each}`)) ?? 'list',
    items: shown.map((key) => ({ key, label: t(`orders.tab.${key}`) })),
    onChange: (key: string) => void navigate({ to: `/index/order/${key as (typeof paths)[number]}` }),
  }
}
