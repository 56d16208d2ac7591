import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountCalls } from '@trackway/core/api/accounts.ts'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../base/api.ts'
import { errorText } from '../../base/error-text.ts'
import { beginSession, useSession } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import styles from './LoginForm.module.css'

interface Credentials {
  username: string
  password: string
  isLong: boolean
}

/** The trial account of a server that was started with demo data. */
const trial: Credentials = { username: 'demo', password: 'demo', isLong: false }

export function LoginForm() {
  const { t } = useTranslation()
  const router = useRouter()
  const isPhone = useIsPhone()
  const hasExpired = useSession((session) => session.endedBy === 'expired')

  const login = useMutation({
    mutationFn: (credentials: Credentials) => api(accountCalls.login, credentials),
    onSuccess: ({ token, user }, { isLong }) => {
      beginSession(token, user, isLong)
      void router.invalidate() // the guard leads on: to the link that asked for a session, or home
    },
  })
  const isTrial = login.variables === trial
  const hasNoTrial = isTrial && login.error instanceof ApiError && login.error.result === 'wrongCredentials'

  return (
    <>
      <div aria-live="assertive">
        {login.error ? (
          <Alert type="error" showIcon title={hasNoTrial ? t('login.noTrial') : errorText(login.error, t)} />
        ) : (
          hasExpired && <Alert type="warning" showIcon title={t('result.sessionExpired')} />
        )}
      </div>
      <Form<Credentials>
        layout="vertical"
        size="large"
        requiredMark={false}
        initialValues={{ username: '', password: '', isLong: false }}
        onFinish={(values) =>
          !login.isPending && login.mutate({ ...values, username: values.username.trim() })
        }
        className={styles.form}
      >
        <Form.Item
          name="username"
          label={t('login.username')}
          rules={[{ required: true, whitespace: true, message: t('login.usernameMissing') }]}
        >
          <Input
            prefix={<UserOutlined />}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            autoFocus={!isPhone} // there it would open the keyboard over the form
          />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('login.password')}
          rules={[{ required: true, message: t('login.passwordMissing') }]}
        >
          <Input.Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={200} />
        </Form.Item>
        <Form.Item name="isLong" valuePropName="checked">
          <Checkbox>{t('login.keep')}</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={login.isPending && !isTrial}>
          {t('login.submit')}
        </Button>
      </Form>
      {!hasNoTrial && (
        <div className={styles.trial}>
          <span>{t('login.trialText')}</span>
          <Button
            type="link"
            loading={login.isPending && isTrial}
            disabled={login.isPending && !isTrial}
            onClick={() => login.mutate(trial)}
          >
            {t('login.trial')}
          </Button>
        </div>
      )}
    </>
  )
}
