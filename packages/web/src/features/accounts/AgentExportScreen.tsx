import { getRouteApi } from '@tanstack/react-router'
import { subAccountList } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'

const route = getRouteApi('/index/agent/indexAgentListExport')

/** All accounts below one, at any depth, with their figures: to be chosen from, and saved as a file. */
export function AgentExportScreen() {
  const { t } = useTranslation()
  const { id } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title={t('agents.exportTitle')}>
      <ListScreen
        list={subAccountList}
        given={{ withSubAccounts: true, ...(id !== undefined && { id }) }}
        tools={
          <AccountPicker
            label={t('agents.below')}
            value={id}
            onChange={(chosen) => void navigate({ search: chosen === undefined ? {} : { id: chosen } })}
          />
        }
      />
    </Page>
  )
}
