import {
  DownOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { logout } from '../../features/accounts/logout.ts'
import { Avatar } from './Avatar.tsx'
import { SignedInUser } from './SignedInUser.tsx'

export function AccountMenu({ onChangePassword }: { onChangePassword: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const name = user.nickname || user.username
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            type: 'group',
            key: 'who',
            label: <SignedInUser />,
          },
          { type: 'divider' },
          {
            key: 'profile',
            icon: <UserOutlined />,
            label: t('profile.title'),
            onClick: () => void navigate({ to: '/index/personal/$tab', params: { tab: 'profile' } }),
          },
          {
            key: 'help',
            icon: <QuestionCircleOutlined />,
            label: t('help.title'),
            onClick: () => void navigate({ to: '/index/help/$page', params: { page: 'pc' } }),
          },
          {
            key: 'password',
            icon: <KeyOutlined />,
            label: t('account.changePassword'),
            disabled: user.isDemo,
            title: user.isDemo ? t('result.demoAccount') : '',
            onClick: () => {
              // The entry goes with the menu: the dialog gives the keyboard back to the button.
              button.current?.focus()
              onChangePassword()
            },
          },
          { key: 'logout', icon: <LogoutOutlined />, label: t('app.logout'), onClick: logout },
        ],
      }}
    >
      <Button ref={button} type="text">
        <Avatar name={name} />
        <span className="tw-visually-hidden">{t('app.accountMenu')}</span>{' '}
        <span className="tw-ellipsis tw-name tw-not-when-narrow">{name}</span>
        <DownOutlined className="tw-size-11" />
      </Button>
    </Dropdown>
  )
}
