import { DownOutlined, KeyOutlined, LogoutOutlined } from '@ant-design/icons'
import { roleNames } from '@trackway/core/codes/roles.ts'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { logout } from '../../base/logout.ts'
import { useUser } from '../../base/session.ts'
import styles from './AccountMenu.module.css'
import { Avatar } from './Avatar.tsx'

export function AccountMenu({ onChangePassword }: { onChangePassword: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const name = user.nickname || user.username
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            type: 'group',
            key: 'who',
            label: (
              <div className={styles.who}>
                <strong>{name}</strong>
                <span>
                  {user.nickname && `${user.username} · `}
                  {t(`role.${roleNames[user.role]}`)}
                </span>
              </div>
            ),
          },
          { type: 'divider' },
          {
            key: 'password',
            icon: <KeyOutlined />,
            label: t('account.changePassword'),
            disabled: user.isDemo,
            title: user.isDemo ? t('result.demoAccount') : '',
            onClick: onChangePassword,
          },
          { key: 'logout', icon: <LogoutOutlined />, label: t('app.logout'), onClick: logout },
        ],
      }}
    >
      <Button type="text" className={styles.button} aria-label={t('app.accountMenu', { name })}>
        <Avatar name={name} />
        <span className="tw-account-name">{name}</span>
        <DownOutlined style={{ fontSize: 10 }} />
      </Button>
    </Dropdown>
  )
}
