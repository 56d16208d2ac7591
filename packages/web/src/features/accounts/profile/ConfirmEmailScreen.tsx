import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { Alert, Button } from 'antd'
import { api } from '../../../base/api.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PublicPage } from './PublicPage.tsx'

const route = getRouteApi('/confirmEmail')

/** Binds an address by the link of a mail. By a click: mail scanners open links, too. */
export function ConfirmEmailScreen() {
  const { t, toText } = useTexts()
  const { token } = route.useSearch()
  const confirm = useMutation({ mutationFn: () => api(accountMailCalls.confirm, { token }) })
  return (
    <PublicPage title={t('profile.boundEmail.confirmTitle')}>
      {confirm.error && <Alert type="error" showIcon title={toText(confirm.error)} />}
      {confirm.data ? (
        <Alert
          type="success"
          showIcon
          title={t('profile.boundEmail.confirmed', { email: confirm.data.email })}
        />
      ) : (
        <Button
          type="primary"
          size="large"
          block
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {t('profile.boundEmail.confirm')}
        </Button>
      )}
    </PublicPage>
  )
}
