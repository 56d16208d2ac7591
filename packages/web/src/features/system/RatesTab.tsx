import { SyncOutlined } from '@ant-design/icons'
import { exchangeRateCalls as calls, exchangeRateList } from '@trackway/core/features/exchange-rates/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Flex, Select } from 'antd'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { SettingsPanels } from './SettingsPanels.tsx'

/** What currencies are worth in US dollars: set by hand, or taken daily from a source that is switched on. */
export function RatesTab() {
  const { t } = useTexts()
  const { timeZone } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const add = <AddButton label={t('system.rates.add')} onClick={() => setIsOpen(true)} />
  return (
    <div className="tw-column tw-full-width tw-gap-16">
      <RateSource />
      <ListScreen list={exchangeRateList} tools={add} empty={{ action: add }} />
      <FormDialog
        call={calls.save}
        isOpen={isOpen}
        title={t('system.rates.add')}
        submitLabel={t('system.rates.set')}
        onClose={() => setIsOpen(false)}
        label={(name) => t(`system.rates.${name}`)}
        initial={{ day: dayAt(Date.now(), timeZone) }}
        fields={[['currency', 'day'], { name: 'usdRate', help: t('system.rates.usdRateHelp') }]}
        rereads={['list']}
        done={() => t('system.isSaved')}
      />
    </div>
  )
}

function RateSource() {
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  const { act, isBusy } = useAction()
  const { data } = useCall(['rateSource'], calls.source, {})
  const provider = data?.provider ?? data?.providers[0]?.name ?? ''
  const schema = data?.providers.find(({ name }) => name === provider)?.settings
  const { save, usual } = useMemo(() => {
    const own = z.fromJSONSchema(schema ?? {}) as z.ZodObject
    const input = z.object({ provider: z.string(), ...own.shape })
    return { save: { ...calls.saveSource, input }, usual: input.safeParse({ provider: '' }).data }
  }, [schema])
  if (!data) return null
  const { providers, lastDay, ...settings } = data
  const fetchNow = () =>
    act(async () => {
      const { day, count } = await api(calls.fetch, {})
      await reread('list', 'rateSource')
      return t('system.rates.fetched', { count, shown: format.number(count), day })
    })
  return (
    <SettingsPanels
      texts="system.rates"
      settings={{ ...usual, ...settings, provider }}
      save={save}
      remove={calls.removeSource}
      queries={['rateSource']}
      special={{
        provider: {
          control: (
            <Select
              options={providers.map(({ name, label }) => ({
                value: name,
                label: t(`system.rates.providers.${name}`, { defaultValue: label }),
              }))}
            />
          ),
        },
      }}
      notes={
        <Flex vertical gap={8} align="start">
          <p className="tw-muted">{t('system.rates.about')}</p>
          {lastDay !== null && <p>{t('system.rates.lastDay', { day: lastDay })}</p>}
          {settings.source === 'stored' && (
            <ActionButton
              icon={<SyncOutlined />}
              loading={isBusy}
              reason={isDemo ? t('result.demoAccount') : null}
              onClick={() => void fetchNow()}
            >
              {t('system.rates.fetch')}
            </ActionButton>
          )}
        </Flex>
      }
      test={null}
    />
  )
}
