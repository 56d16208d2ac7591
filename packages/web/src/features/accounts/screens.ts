import type { subAccountList } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** URL parameters of the sign-in page: the path to open afterwards. */
export const loginSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? { next } : {}

export const accountScreens = [
  screen({
    path: '/login',
    permission: 'public',
    search: loginSearch,
    component: async () => (await import('./sign-in/LoginScreen.tsx')).LoginScreen,
  }),
  screen({
    path: '/loginByCert',
    permission: 'public',
    search: ({ imei, cert }: Record<string, unknown>) => ({
      imei: String(imei ?? ''),
      cert: String(cert ?? ''),
    }),
    component: async () => (await import('./CertScreen.tsx')).CertScreen,
  }),
] as const

/** URL parameters of the list of accounts beside its filters. */
const subAccountSearch = (
  raw: Record<string, unknown>,
): ListUrl<typeof subAccountList> & { id?: number; withSubAccounts?: boolean } => ({
  ...(typeof raw.id === 'number' && { id: raw.id }),
  ...(raw.withSubAccounts === true && { withSubAccounts: true }),
})

export const agentScreens = [
  screen({
    path: '/index/agent/agentList',
    permission: ['main:agent'],
    menu: { section: 'customers', label: 'agents.title' },
    search: subAccountSearch,
    component: async () => (await import('./AgentListScreen.tsx')).AgentListScreen,
  }),
  screen({
    path: '/index/agent/indexAgentListExport',
    permission: ['main:agent'],
    menu: { section: 'customers', label: 'agents.exportTitle' },
    search: subAccountSearch,
    component: async () => (await import('./AgentExportScreen.tsx')).AgentExportScreen,
  }),
] as const
