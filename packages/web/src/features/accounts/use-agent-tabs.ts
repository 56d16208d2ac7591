import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const paths = ['agentList', 'indexAgentListExport', 'setImportRecords', 'agentDeviceCount'] as const

/** The screens of a reseller's accounts as tabs of one page; each has an address of its own. */
export function useAgentTabs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return {
    activeKey: paths.find((each) => path.endsWith(`/${each}`)) ?? 'agentList',
    items: paths.map((key) => ({ key, label: t(`agents.tab.${key}`) })),
    onChange: (key: string) => void navigate({ to: `/index/agent/${key as (typeof paths)[number]}` }),
  }
}
