import { LogoutOutlined } from '@ant-design/icons'
import { type OwnSession, sessionCalls, sessionList } from '@trackway/core/features/accounts/session-calls.ts'
import { Tag, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { confirm } from '../../../ui/form/confirm.ts'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../../ui/list/RowActions.tsx'
import { browserName } from './browser-name.ts'

const rowActions: readonly RowAction<OwnSession>[] = [
  {
    label: 'profile.sessions.end',
    icon: <LogoutOutlined />,
    call: sessionCalls.revoke,
    isFor: ({ isCurrent }) => !isCurrent,
    isDangerous: true,
    done: 'profile.sessions.ended',
  },
]

/** Where one's own account is signed in, and how to end that. */
export function SessionList() {
  const { t } = useTranslation()
  const endOthers = () =>
    confirm({
      title: t('profile.sessions.endOthers'),
      text: t('profile.sessions.endOthersText'),
      okLabel: t('profile.sessions.endOthers'),
      onOk: async () => {
        const { ended } = await api(sessionCalls.revokeOthers, {})
        await reread(['list', sessionList.name])
        return t('profile.sessions.othersEnded', { count: ended })
      },
    })
  return (
    <ListScreen
      list={sessionList}
      rowActions={rowActions}
      tools={
        <ActionButton danger onClick={endOthers}>
          {t('profile.sessions.endOthers')}
        </ActionButton>
      }
      cells={{
        browser: ({ browser, isCurrent }) => (
          <>
            <Tooltip title={browser}>
              <strong>{browser ? browserName(browser) : t('profile.sessions.unknown')}</strong>
            </Tooltip>{' '}
            {isCurrent && <Tag color="success">{t('profile.sessions.current')}</Tag>}
          </>
        ),
      }}
    />
  )
}
