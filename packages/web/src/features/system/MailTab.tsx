import { mailSettingCalls as calls } from '@trackway/core/features/system/mail-setting-calls.ts'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { SettingsPanels } from './SettingsPanels.tsx'

const facts = ['host', 'port', 'username', 'from', 'publicUrl'] as const

/** The mail server, and a mail to try it. */
export function MailTab() {
  const { t } = useTranslation()
  const { email } = useUser()
  const { data } = useCall(['mailSettings'], calls.find, {})
  if (!data) return null
  const isOfEnvironment = data.source === 'environment'
  return (
    <SettingsPanels
      texts="system.mail"
      settings={data}
      save={calls.save}
      remove={calls.remove}
      queries={['mailSettings', 'boundEmail', 'signIn']}
      pairs={[
        ['host', 'port'],
        ['username', 'password'],
      ]}
      special={data.isUrlOfEnvironment ? { publicUrl: { help: t('system.mail.urlOfEnvironment') } } : {}}
      notes={isOfEnvironment && <Alert type="info" showIcon title={t('system.mail.environment')} />}
      fixed={
        isOfEnvironment && (
          <Facts
            facts={facts.map((name) => ({ label: t(`system.mail.${name}`), value: data[name] ?? '–' }))}
          />
        )
      }
      test={
        data.source === 'none'
          ? null
          : {
              call: calls.test,
              initial: { to: email ?? '' },
              fields: ['to'],
              failure: 'mailFailed',
              timeoutMs: 90_000,
            }
      }
    />
  )
}
