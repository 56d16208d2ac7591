import { textSettingCalls } from '@trackway/core/api/notifications/text-settings.ts'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RemoveSettings, useTry } from './stored-settings.tsx'
import styles from './system.module.css'

/** Who carries SMS and calls, and one to try it. */
export function TextsTab() {
  const { t } = useTranslation()
  const tried = useTry('textFailed')
  const { telephone } = useUser()
  const { data } = useCall(['textSettings'], textSettingCalls.find, {})
  if (!data) return null
  const { source, hasAuthToken, mayUseSandbox, publicUrl, provider, ...settings } = data
  const isSandbox = ({ provider: chosen }: Record<string, unknown>) => chosen === 'sandbox'
  return (
    <div className={styles.narrow}>
      <Panel
        title={t('system.texts.title')}
        note={t(`system.texts.source.${source}`)}
        actions={
          source === 'stored' && (
            <RemoveSettings texts="system.texts" call={textSettingCalls.remove} query="textSettings" />
          )
        }
      >
        <div className={styles.body}>
          {provider === 'sandbox' && <Alert type="info" showIcon title={t('system.texts.sandboxNow')} />}
          {provider === 'twilio' && publicUrl === null && (
            <Alert type="warning" showIcon title={t('system.texts.noUrl')} />
          )}
          <CallForm
            key={JSON.stringify(data)}
            call={textSettingCalls.save}
            submitLabel={t('system.save')}
            label={(name) => t(`system.texts.${name}`)}
            initial={{ ...settings, provider: provider ?? 'twilio' }}
            fields={[
              {
                name: 'provider',
                options: mayUseSandbox ? ['twilio', 'sandbox'] : ['twilio'],
                word: (name) => t(`system.texts.providers.${name}`),
              },
              { name: 'accountSid', isHidden: isSandbox },
              {
                name: 'authToken',
                password: 'new',
                help: hasAuthToken ? t('system.texts.hasToken') : undefined,
                isHidden: isSandbox,
              },
              { name: 'from', help: t('system.texts.fromHelp'), isHidden: isSandbox },
              {
                name: 'messagingServiceSid',
                help: t('system.texts.messagingServiceHelp'),
                isHidden: isSandbox,
              },
              { name: 'apiUrl', help: t('system.texts.apiUrlHelp'), isHidden: isSandbox },
            ]}
            rereads={['textSettings']}
            done={() => t('system.isSaved')}
          />
        </div>
      </Panel>
      {provider !== null && (
        <Panel title={t('system.texts.test')}>
          <CallForm
            call={textSettingCalls.test}
            submitLabel={t('system.texts.send')}
            label={(name) => t(`system.texts.${name}`)}
            initial={{ to: telephone ?? '', channel: 'sms' as const }}
            fields={[['to', { name: 'channel', word: (name) => t(`system.texts.channels.${name}`) }]]}
            send={(input, signal) => tried(api(textSettingCalls.test, input, { signal }))}
            refusals={{ textFailed: 'to' }}
            done={() => t('system.texts.sent')}
          />
        </Panel>
      )}
    </div>
  )
}
