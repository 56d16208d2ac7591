import { CarOutlined, LockOutlined, UserOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountCalls } from '@trackway/core/api/accounts.ts'
import type { InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { oneDeviceCalls } from '@trackway/core/api/devices/one-device.ts'
import { accountMailCalls } from '@trackway/core/api/personal/account-mail.ts'
import { platformCalls } from '@trackway/core/api/platform.ts'
import { demoAccountCalls } from '@trackway/core/api/system/demo-account.ts'
import { Alert, Button, ConfigProvider, Flex, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError, api } from '../../base/api.ts'
import { useErrorText } from '../../base/error-text.ts'
import { beginSession, useSession } from '../../base/session.ts'
import { recall, remember } from '../../base/stored.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { EnrolSecret } from '../../ui/two-factor/EnrolSecret.tsx'
import { RecoveryCodes } from '../../ui/two-factor/RecoveryCodes.tsx'

type Credentials = InputOf<typeof accountCalls.login>
type Opened = OutputOf<typeof accountCalls.login>

const passwordInput = (
  <Input.Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={200} />
)
const codeInput = <Input autoComplete="one-time-code" spellCheck={false} maxLength={40} autoFocus />

/** With an account, or with the password of one device, which is all that is then seen. */
const signInWays = ['account', 'device'] as const

export function LoginForm() {
  const { t } = useTranslation()
  const toText = useErrorText()
  const router = useRouter()
  const isPhone = useIsPhone()
  const hasExpired = useSession((session) => session.endedBy === 'expired')
  const [by, setBy] = useState<(typeof signInWays)[number]>('account')
  const [asksCode, setAsksCode] = useState(false)
  const [enrols, setEnrols] = useState<Credentials | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [forgot, setForgot] = useState(false)
  const offers = useQuery({
    queryKey: ['signIn'],
    queryFn: ({ signal }) => api(platformCalls.signIn, {}, { signal }),
  })

  const begin = ({ token, user }: Pick<Opened, 'token' | 'user'>) => {
    beginSession(token, user)
    void router.invalidate() // the guard leads on: to the link that asked for a session, or home
  }
  const done = (session: Opened) => {
    const { browser, user } = session
    if (browser) remember('knownBrowser', { ...knownBrowsers(), [user.username.toLowerCase()]: browser })
    if (session.recoveryCodes) setOpened(session)
    else begin(session)
  }
  const send = async (input: Credentials, signal: AbortSignal) => {
    try {
      return await api(accountCalls.login, input, { signal })
    } catch (error) {
      const result = error instanceof ApiError ? error.result : null
      if (result === 'codeNeeded') setAsksCode(true)
      if (result === 'twoFactorDemanded') setEnrols(input)
      throw error
    }
  }
  const tryOut = useMutation({
    mutationFn: () => api(demoAccountCalls.signIn, {}),
    onSuccess: begin,
  })

  if (opened?.recoveryCodes)
    return <RecoveryCodes codes={opened.recoveryCodes} onSaved={() => begin(opened)} />
  if (enrols) return <EnrolForm credentials={enrols} onDone={done} onBack={() => setEnrols(null)} />
  return (
    <ConfigProvider componentSize="large">
      {hasExpired && <Alert type="warning" showIcon title={t('result.sessionExpired')} />}
      <Segmented
        block
        aria-label={t('login.title')}
        value={by}
        onChange={setBy}
        options={signInWays.map((value) => ({ value, label: t(`login.by.${value}`) }))}
        style={{ marginBottom: 20 }}
      />
      {by === 'device' ? (
        <CallForm
          key="device"
          call={oneDeviceCalls.signIn}
          submitLabel={t('login.submit')}
          label={(name) => t(`login.${name}`)}
          fields={[
            {
              name: 'imei',
              control: (
                <Input prefix={<CarOutlined />} inputMode="numeric" autoComplete="off" maxLength={20} />
              ),
            },
            {
              name: 'password',
              label: t('login.devicePassword'),
              control: passwordInput,
              help: t('login.deviceHelp'),
            },
          ]}
          onDone={begin}
        />
      ) : (
        <CallForm
          key="account"
          call={accountCalls.login}
          submitLabel={t('login.submit')}
          label={(name) => t(`login.${name}`)}
          initial={{ isLong: false }}
          fields={[
            {
              name: 'username',
              control: (
                <Input
                  prefix={<UserOutlined />}
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={200}
                  autoFocus={!isPhone} // there it would open the keyboard over the form
                />
              ),
            },
            { name: 'password', control: passwordInput },
            ...(asksCode ? [{ name: 'code' as const, control: codeInput, help: t('login.codeHelp') }] : []),
            'isLong',
          ]}
          prepare={(credentials) => {
            const username = credentials.username.trim()
            return { ...credentials, username, browser: knownBrowsers()[username.toLowerCase()] ?? null }
          }}
          refusals={{ wrongCode: 'code' }}
          send={send}
          onDone={done}
        />
      )}
      {by === 'account' && offers.data?.canResetPassword && (
        <Flex justify="center" style={{ marginTop: 12 }}>
          <Button type="link" onClick={() => setForgot(true)}>
            {t('login.forgot')}
          </Button>
        </Flex>
      )}
      {offers.data?.isDemoOffered && (
        <Flex
          wrap
          align="center"
          justify="center"
          style={{ marginTop: 24 }}
          className="tw-muted"
          aria-live="assertive"
        >
          {tryOut.error && <Alert type="error" showIcon title={toText(tryOut.error)} />}
          <span>{t('login.trialText')}</span>
          <Button type="link" loading={tryOut.isPending} onClick={() => tryOut.mutate()}>
            {t('login.trial')}
          </Button>
        </Flex>
      )}
      <FormDialog
        call={accountMailCalls.forgotPassword}
        title={t('login.forgot')}
        submitLabel={t('login.sendLink')}
        isOpen={forgot}
        onClose={() => setForgot(false)}
        label={() => t('login.nameOrEmail')}
        fields={[{ name: 'name', help: t('login.forgotHelp') }]}
        done={() => t('login.linkSent')}
      />
    </ConfigProvider>
  )
}

interface EnrolFormProps {
  credentials: Credentials
  onDone: (session: Opened, input: Credentials) => void
  onBack: () => void
}

/** An account that must sign in with a code sets it up on its way in. */
function EnrolForm({ credentials, onDone, onBack }: EnrolFormProps) {
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
            fields={[{ name: 'code', control: codeInput, help: t('login.codeHelp') }]}
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

function knownBrowsers(): Partial<Record<string, string>> {
  const stored = z.record(z.string(), z.string()).safeParse(recall('knownBrowser'))
  return stored.data ?? {}
}
