import { getRouteApi } from '@tanstack/react-router'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { Alert, ConfigProvider } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import { PublicPage } from './PublicPage.tsx'

const route = getRouteApi('/setPassword')

/** Sets a forgotten password anew, by the link of a mail. */
export function SetPasswordScreen() {
  const { t } = useTranslation()
  const { token } = route.useSearch()
  const [isDone, setDone] = useState(false)
  return (
    <PublicPage title={t('profile.forgot.setTitle')}>
      {isDone ? (
        <Alert type="success" showIcon title={t('profile.forgot.isSet')} />
      ) : (
        <ConfigProvider componentSize="large">
          <CallForm<typeof accountMailCalls.setPassword, 'repeated'>
            call={accountMailCalls.setPassword}
            submitLabel={t('account.setPassword')}
            label={(name) => t(`account.${name as 'newPassword'}`)}
            initial={{ token }}
            fields={[
              { name: 'newPassword', password: 'new', help: t('account.passwordRule') },
              {
                name: 'repeated',
                password: 'new',
                checkAfter: ['newPassword'],
                check: (repeated, { newPassword }) =>
                  repeated === newPassword ? null : t('account.passwordsDiffer'),
              },
            ]}
            refusals={{ commonPassword: 'newPassword' }}
            onDone={() => setDone(true)}
          />
        </ConfigProvider>
      )}
    </PublicPage>
  )
}
