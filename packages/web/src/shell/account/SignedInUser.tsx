import { roleNames } from '@trackway/core/codes/roles.ts'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'

/** Who is signed in, and as what. */
export function SignedInUser() {
  const { t } = useTranslation()
  const { nickname, username, role } = useUser()
  return (
    <Flex vertical>
      <strong>{nickname || username}</strong>
      <span className="tw-muted tw-small">
        {nickname && `${username} · `}
        {t(`role.${roleNames[role]}`)}
      </span>
    </Flex>
  )
}
