import type { OutputOf } from '@trackway/core/api/call.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useErrorText } from '../../../base/error-text.ts'
import { beginSession, useSession } from '../../../base/session.ts'
import { recall, remember } from '../../../base/stored.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import type { Credentials, Opened } from './EnrolForm.tsx'
import { SignInFields } from './SignInFields.tsx'
import styles from './sign-in.module.css'

/** Loaded on demand: few accounts need these steps, which take more than plain fields. */
const EnrolForm = lazy(async () => ({ default: (await import('./EnrolForm.tsx')).EnrolForm }))
const RecoveryCodes = lazy(async () => ({
  default: (await import('../../../ui/two-factor/RecoveryCodes.tsx')).RecoveryCodes,
}))

/** With an account, or with the password of one device, which then shows only that device. */
const signInWays = ['account', 'device'] as const

const password = { name: 'password', type: 'password', autoComplete: 'current-password' }

type Step =
  | { name: (typeof signInWays)[number] | 'forgot' }
  | { name: 'enrol'; credentials: Credentials }
  | { name: 'codes'; session: Opened; codes: readonly string[] }

export interface LoginFormProps {
  /** Providers for the parts made of antd, where the page around has none. */
  around?: ComponentType<{ children: ReactNode }>
}

/** Begins a session. `SessionWatch` then opens the link that needed it, or the home screen. */
export function LoginForm({ around: Around = Fragment }: LoginFormProps) {
  const { t } = useTranslation()
  const hasExpired = useSession((session) => session.endedBy === 'expired')
  const [step, setStep] = useState<Step>({ name: 'account' })
  const [needsCode, setNeedsCode] = useState(false)
  const offers = useOffers()

  const done = (session: Opened) => {
    const { browser, user, recoveryCodes } = session
    if (browser) remember('knownBrowser', { ...knownBrowsers(), [user.username.toLowerCase()]: browser })
    if (recoveryCodes) setStep({ name: 'codes', session, codes: recoveryCodes })
    else beginSession(session.token, user)
  }

  switch (step.name) {
    case 'codes':
      return (
        <Suspense>
          <Around>
            <RecoveryCodes
              codes={step.codes}
              onSaved={() => beginSession(step.session.token, step.session.user)}
            />
          </Around>
        </Suspense>
      )
    case 'enrol':
      return (
        <Suspense>
          <Around>
            <EnrolForm
              credentials={step.credentials}
              onDone={done}
              onBack={() => setStep({ name: 'account' })}
            />
          </Around>
        </Suspense>
      )
    case 'forgot':
      return <ForgotForm onBack={() => setStep({ name: 'account' })} />
  }
  return (
    <>
      {hasExpired && (
        <p role="status" className="tw-soft tw-padded-bar tw-rounded tw-gap-below">
          {t('result.sessionExpired')}
        </p>
      )}
      <fieldset aria-label={t('login.title')} className={`${styles.ways} tw-grid tw-gap-2 tw-sunken`}>
        {signInWays.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={step.name === name}
            onClick={() => setStep({ name })}
          >
            {t(`login.by.${name}`)}
          </button>
        ))}
      </fieldset>
      {step.name === 'device' ? (
        <SignInFields
          key="device"
          call={oneDeviceCalls.signIn}
          submitLabel={t('login.submit')}
          fields={[
            { name: 'imei', label: t('login.imei'), autoComplete: 'off', maxLength: 20 },
            { ...password, label: t('login.devicePassword'), help: t('login.deviceHelp') },
          ]}
          onDone={({ token, user }) => beginSession(token, user)}
        />
      ) : (
        <AccountSignIn
          key="account"
          needsCode={needsCode}
          onCodeNeeded={() => setNeedsCode(true)}
          onEnrol={(credentials) => setStep({ name: 'enrol', credentials })}
          onDone={done}
        />
      )}
      {step.name === 'account' && offers?.canResetPassword && (
        <p className="tw-muted tw-text-centre tw-gap-above">
          <button
            type="button"
            className={`${styles.link} tw-accent`}
            onClick={() => setStep({ name: 'forgot' })}
          >
            {t('login.forgot')}
          </button>
        </p>
      )}
      {offers?.isDemoOffered && <TrialLink />}
    </>
  )
}

interface AccountSignInProps {
  /** The form has a field for the second factor too. */
  needsCode: boolean
  onCodeNeeded: () => void
  onEnrol: (credentials: Credentials) => void
  onDone: (session: Opened) => void
}

function AccountSignIn({ needsCode, onCodeNeeded, onEnrol, onDone }: AccountSignInProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <SignInFields
      call={accountCalls.login}
      submitLabel={t('login.submit')}
      fields={[
        {
          name: 'username',
          label: t('login.username'),
          autoComplete: 'username',
          autoFocus: !isPhone, // there it would open the keyboard over the form
        },
        { ...password, label: t('login.password') },
        ...(needsCode
          ? [
              {
                name: 'code',
                label: t('login.code'),
                autoComplete: 'one-time-code',
                maxLength: 40,
                autoFocus: true,
                help: t('login.codeHelp'),
              },
            ]
          : []),
        { name: 'isLong', type: 'checkbox', label: t('login.isLong') },
      ]}
      prepare={({ username, ...rest }) => {
        const name = username.trim()
        return { ...rest, username: name, browser: knownBrowsers()[name.toLowerCase()] ?? null }
      }}
      refusals={{ wrongCode: 'code' }}
      onRefused={(result, credentials) => {
        if (result === 'codeNeeded' && !needsCode) onCodeNeeded()
        else if (result === 'twoFactorDemanded') onEnrol(credentials)
        else return false
        return true
      }}
      onDone={onDone}
    />
  )
}

function ForgotForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const [isSent, setIsSent] = useState(false)
  const back = (
    <p className="tw-muted tw-text-centre tw-gap-above">
      <button type="button" className={`${styles.link} tw-accent`} onClick={onBack}>
        {t('login.back')}
      </button>
    </p>
  )
  if (isSent)
    return (
      <>
        <p role="status" className="tw-soft tw-padded-bar tw-rounded tw-gap-below">
          {t('login.linkSent')}
        </p>
        {back}
      </>
    )
  return (
    <SignInFields
      call={accountMailCalls.forgotPassword}
      submitLabel={t('login.sendLink')}
      fields={[
        {
          name: 'name',
          label: t('login.nameOrEmail'),
          help: t('login.forgotHelp'),
          autoComplete: 'username',
        },
      ]}
      onDone={() => setIsSent(true)}
    >
      {back}
    </SignInFields>
  )
}

/** The account to try out, without a password. */
function TrialLink() {
  const { t } = useTranslation()
  const toText = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const tryOut = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const { token, user } = await api(demoAccountCalls.signIn, {})
      beginSession(token, user)
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {error !== null && (
        <p role="alert" className={`${styles.failure} tw-padded-bar tw-rounded`}>
          {toText(error)}
        </p>
      )}
      <p className="tw-muted tw-text-centre tw-gap-above">
        {t('login.trialText')}{' '}
        <button type="button" className={`${styles.link} tw-accent`} disabled={isBusy} onClick={tryOut}>
          {t('login.trial')}
        </button>
      </p>
    </>
  )
}

type Offers = OutputOf<typeof platformCalls.signIn>

/** The links of the page beside the form; none until the settings are loaded. */
function useOffers(): Offers | null {
  const [offers, setOffers] = useState<Offers | null>(null)
  useEffect(() => {
    const aborter = new AbortController()
    // Without the settings only two links are missing.
    api(platformCalls.signIn, {}, { signal: aborter.signal }).then(setOffers, () => {})
    return () => aborter.abort()
  }, [])
  return offers
}

function knownBrowsers(): Partial<Record<string, string>> {
  const stored = recall('knownBrowser')
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {}
}
