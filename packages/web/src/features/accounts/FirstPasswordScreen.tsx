import { accountCalls } from '@trackway/core/api/accounts.ts'
import { Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { logout } from '../../base/logout.ts'
import { updateUser } from '../../base/session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

/** Whoever signs in with a password that somebody else set gives the account one of his own first. */
export function FirstPasswordScreen() {
  const { t } = useTranslation()
  return (
    <Page title={t('agents.firstPassword.title')}>
      <p>{t('agents.firstPassword.text')}</p>
      <Flex>
        <Button onClick={logout}>{t('app.logout')}</Button>
      </Flex>
      <ChangePasswordDialog
        isOpen
        onClose={() => void api(accountCalls.self, {}).then(updateUser, () => undefined)}
      />
    </Page>
  )
}
