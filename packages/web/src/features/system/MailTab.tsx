import { mailSettingCalls } from '@trackway/core/api/system/mail-settings.ts'
import { Alert, App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './system.module.css'

/** The mail server, and a mail to try it. */
export function MailTab() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { email, isDemo } = useUser()
  const { data, refetch } = useCall(['mailSettings'], mailSettingCalls.find, {})
  if (!data) return null
  const { source, isUrlOfEnvironment, hasPassword, ...settings } = data
  const remove = () =>
    confirm({
      title: t('system.mail.remove'),
      text: t('system.mail.removeText'),
      okLabel: t('system.mail.remove'),
      onOk: async () => {
        await api(mailSettingCalls.remove, {})
        await refetch()
        return t('system.isSaved')
      },
    })
  return (
    <div className={styles.narrow}>
      <Panel
        title={t('system.mail.title')}
        note={t(`system.mail.source.${source}`)}
        actions={
          source === 'stored' && !isDemo ? (
            <Button danger size="small" onClick={remove}>
              {t('system.mail.remove')}
            </Button>
          ) : null
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
            send={async (input, signal) => {
              try {
                return await api(mailSettingCalls.test, input, { signal, timeoutMs: 90_000 })
              } catch (error) {
                // What the server said is what the administrator needs.
                const said =
                  error instanceof ApiError && error.result === 'mailFailed' ? error.issues[0] : null
                if (said) message.error(said.reason, 10)
                throw error
              }
            }}
            refusals={{ mailFailed: 'to' }}
            done={() => t('system.mail.sent')}
          />
        </Panel>
      )}
    </div>
  )
}
