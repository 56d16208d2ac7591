import { StopOutlined } from '@ant-design/icons'
import { type LiveShare, liveShareCalls, liveShareList } from '@trackway/core/api/monitor/live-shares.ts'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'

const { revoke } = liveShareCalls

const rowActions: readonly RowAction<LiveShare>[] = [
  {
    label: 'liveShares.revoke',
    icon: <StopOutlined />,
    call: revoke,
    isDangerous: true,
    run: ({ id }) => api(revoke, { id }),
  },
]

/** The links to a vehicle that work, each with a button that ends it. */
export function LiveShareList({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  return (
    <ListScreen
      list={liveShareList}
      given={{ terminalID }}
      isLocal
      isBrief
      rowActions={rowActions}
      empty={{ title: t('liveShares.none') }}
    />
  )
}
