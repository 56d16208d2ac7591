import { StopOutlined } from '@ant-design/icons'
import { type TrackShare, trackShareCalls, trackShareList } from '@trackway/core/api/tracks/track-shares.ts'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../../ui/list/RowActions.tsx'

const { revokeShare } = trackShareCalls

const rowActions: readonly RowAction<TrackShare>[] = [
  {
    label: 'tracks.share.revoke',
    icon: <StopOutlined />,
    call: revokeShare,
    isDangerous: true,
    run: ({ id }) => api(revokeShare, { id }),
  },
]

/** The links to a vehicle that work, each with a button that ends it. */
export function ShareList({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  return (
    <ListScreen
      list={trackShareList}
      given={{ terminalID }}
      isLocal
      isBrief
      rowActions={rowActions}
      empty={{ title: t('tracks.share.none') }}
    />
  )
}
