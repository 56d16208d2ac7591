import { useQuery } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { Alert, Button, Flex, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useErrorText } from '../../../base/error-text.ts'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import { EnrolSecret } from '../../../ui/two-factor/EnrolSecret.tsx'

export type Credentials = InputOf<typeof accountCalls.login>
export type Opened = OutputOf<typeof accountCalls.login>

interface EnrolFormProps {
  credentials: Credentials
  onDone: (session: Opened, input: Credentials) => void
  onBack: () => void
}

/** An account that must sign in with a code sets it up on its way in. */
export function EnrolForm({ credentials, onDone, onBack }: EnrolFormProps) {
  const { t } = useTranslation()
  const toText = useErrorText()
  const { username, password } = credentials
  const { data, error } = useQuery({
    queryKey: ['enrol', username],
    queryFn: () => api(accountCalls.enrol, { username, password }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Flex vertical gap={16}>
      <Alert type="info" showIcon title={t('login.enrol')} />
      {error && <Alert type="error" showIcon title={toText(error)} />}
      {data && (
        <>
          <EnrolSecret {...data} />
          <CallForm
            call={accountCalls.login}
            submitLabel={t('login.submit')}
            label={(name) => t(`login.${name}`)}
            initial={credentials}
            fields={[
              {
                name: 'code',
                control: <Input autoComplete="one-time-code" spellCheck={false} maxLength={40} autoFocus />,
                help: t('login.codeHelp'),
              },
            ]}
            refusals={{ wrongCode: 'code' }}
            onDone={onDone}
          />
        </>
      )}
      <Button type="link" onClick={onBack}>
        {t('login.back')}
      </Button>
    </Flex>
  )
}
