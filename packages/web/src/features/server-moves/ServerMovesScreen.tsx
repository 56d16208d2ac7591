import { useNavigate, useParams } from '@tanstack/react-router'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { MoveResult } from './MoveResult.tsx'
import { MoveResults } from './MoveResults.tsx'
import { MoveSend } from './MoveSend.tsx'
import { MoveServers } from './MoveServers.tsx'
import { type MoveTab, moveTabs } from './move-tabs.ts'

/** Devices that are moved to another server: sending, results by ids, all results, and the servers. */
export function ServerMovesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { permissions } = useUser()
  const { tab } = useParams({ strict: false }) as { tab: MoveTab }
  const go = (to: MoveTab, search = {}) =>
    void navigate({ to: '/test/transferIp/$tab', params: { tab: to }, search: search as never })
  const open = (Object.keys(moveTabs) as MoveTab[]).filter((key) => holdsAny(permissions, moveTabs[key]))
  const maySearch = open.includes('transferIpResults')
  return (
    <Page
      title={t('serverMoves.title')}
      tabs={{
        activeKey: tab,
        onChange: (key) => go(key as MoveTab),
        items: open.map((key) => ({ key, label: t(`serverMoves.tab.${key}`) })),
      }}
    >
      {tab === 'transferIp' && <MoveSend onSent={(task) => maySearch && go('transferIpResults', { task })} />}
      {tab === 'transferIpResult' && <MoveResult />}
      {tab === 'transferIpResults' && <MoveResults />}
      {tab === 'servers' && <MoveServers />}
    </Page>
  )
}
