import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { updateUser } from '../../base/session.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { usePasswordForm } from './ChangePasswordDialog.tsx'
import styles from './FirstPasswordScreen.module.css'
import { logout } from './logout.ts'

/** Whoever signs in with a password that somebody else set gives the account one of his own first. */
export function FirstPasswordScreen() {
  const { t } = useTranslation()
  return (
    <main className={`${styles.first} tw-window tw-middle tw-padded`}>
      <Page title={t('agents.firstPassword.title')} isTall>
        <p className="tw-muted tw-gap-below">{t('agents.firstPassword.text')}</p>
        <CallForm
          {...usePasswordForm()}
          onDone={() => void api(accountCalls.self, {}).then(updateUser, () => undefined)}
        />
        <Button type="text" block onClick={logout}>
          {t('app.logout')}
        </Button>
      </Page>
    </main>
  )
}
