import { textSettingCalls as calls } from '@trackway/core/features/notifications/text-setting-calls.ts'
import { Alert, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { SettingsPanels } from './SettingsPanels.tsx'

/** The provider of SMS and calls, with a test message. The fields follow from the chosen provider. */
export function TextsTab() {
  const { t, i18n } = useTranslation()
  const { telephone } = useUser()
  const { data } = useCall(['textSettings'], calls.find, {})
  const [chosen, setChosen] = useState<string | null>(null)
  const provider = chosen ?? data?.provider ?? data?.providers[0]?.name ?? ''
  const schema = data?.providers.find(({ name }) => name === provider)?.settings
  const save = useMemo(() => {
    const own = z.fromJSONSchema(schema ?? {}) as z.ZodObject
    return { ...calls.save, input: z.object({ provider: z.string(), ...own.shape }) }
  }, [schema])
  if (!data) return null
  const { providers, ...settings } = data
  const { source } = settings
  const wordOf = (name: string, label: string) => {
    const key = `system.texts.providers.${name}`
    return i18n.exists(key) ? t(key) : label
  }
  return (
    <SettingsPanels
      texts="system.texts"
      settings={provider === data.provider ? { ...settings, source } : { source, provider }}
      save={save}
      remove={calls.remove}
      queries={['textSettings']}
      special={{
        provider: {
          control: (
            <Select
              options={providers.map(({ name, label }) => ({ value: name, label: wordOf(name, label) }))}
              onChange={setChosen}
            />
          ),
        },
      }}
      notes={
        <>
          {data.provider === 'sandbox' && <Alert type="info" showIcon title={t('system.texts.sandboxNow')} />}
          {data.provider !== null && data.provider !== 'sandbox' && data.publicUrl === null && (
            <Alert type="warning" showIcon title={t('system.texts.noUrl')} />
          )}
        </>
      }
      test={
        data.provider === null
          ? null
          : {
              call: calls.test,
              initial: { to: telephone ?? '', channel: 'sms' },
              fields: [['to', { name: 'channel', word: (name) => t(`system.texts.channels.${name}`) }]],
              failure: 'textFailed',
            }
      }
    />
  )
}
