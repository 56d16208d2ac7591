import { mailSettingCalls } from '@trackway/core/api/system/mail-settings.ts'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RemoveSettings, useTry } from './stored-settings.tsx'
import styles from './system.module.css'

/** The mail server, and a mail to try it. */
export function MailTab() {
  const { t } = useTranslation()
  const tried = useTry('mailFailed')
  const { email } = useUser()
  const { data } = useCall(['mailSettings'], mailSettingCalls.find, {})
  if (!data) return null
  const { source, isUrlOfEnvironment, hasPassword, ...settings } = data
  return (
    <div className={styles.narrow}>
      <Panel
        title={t('system.mail.title')}
        note={t(`system.mail.source.${source}`)}
        actions={
          source === 'stored' && (
            <RemoveSettings texts="system.mail" call={mailSettingCalls.remove} query="mailSettings" />
          )
        }
      >
        <div className={styles.body}>
          {source === 'environment' ? (
            <>
              <Alert type="info" showIcon title={t('system.mail.environment')} />
              <Facts
                facts={(['host', 'port', 'username', 'from', 'publicUrl'] as const).map((name) => ({
                  label: t(`system.mail.${name}`),
                  value: settings[name] ?? '–',
                }))}
              />
            </>
          ) : (
            <CallForm
              key={JSON.stringify(data)}
              call={mailSettingCalls.save}
              submitLabel={t('system.save')}
              label={(name) => t(`system.mail.${name}`)}
              initial={settings}
              fields={[
                ['host', 'port'],
                'isEncrypted',
                'isVerified',
                [
                  'username',
                  {
                    name: 'password',
                    password: 'new',
                    help: hasPassword ? t('system.mail.hasPassword') : undefined,
                  },
                ],
                { name: 'from', help: t('system.mail.fromHelp'), wrong: t('system.mail.fromWrong') },
                {
                  name: 'publicUrl',
                  help: t(isUrlOfEnvironment ? 'system.mail.urlOfEnvironment' : 'system.mail.publicUrlHelp'),
                },
              ]}
              rereads={['mailSettings', 'boundEmail', 'signIn']}
              done={() => t('system.isSaved')}
            />
          )}
        </div>
      </Panel>
      {source !== 'none' && (
        <Panel title={t('system.mail.test')}>
          <CallForm
            call={mailSettingCalls.test}
            submitLabel={t('system.mail.send')}
            label={(name) => t(`system.mail.${name}`)}
            initial={{ to: email ?? '' }}
            fields={['to']}
            send={(input, signal) => tried(api(mailSettingCalls.test, input, { signal, timeoutMs: 90_000 }))}
            refusals={{ mailFailed: 'to' }}
            done={() => t('system.mail.sent')}
          />
        </Panel>
      )}
    </div>
  )
}
