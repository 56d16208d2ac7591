import { DeleteOutlined } from '@ant-design/icons'
import { mapKeyCalls } from '@trackway/core/features/map-keys/calls.ts'
import { App, Button, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { MapOrderPanel } from '../../map/base/MapOrderPanel.tsx'
import { loadMapSettings } from '../../map/base/map-settings.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Panel } from '../../ui/layout/Panel.tsx'

/** The keys of map providers: which are set, whether they work, and a form for another. */
export function MapKeyTab() {
  const { t, format } = useTexts()
  const { message } = App.useApp()
  const { act } = useAction()
  const { isDemo } = useUser()
  const [tested, setTested] = useState<string | null>(null)
  const { data, refetch } = useCall(['mapKeys'], mapKeyCalls.find, {})
  if (!data) return null
  const test = async (id: string) => {
    setTested(id)
    await act(async () => {
      const { works, reason } = await api(mapKeyCalls.test, { id }, { timeoutMs: 30_000 })
      if (works) return t('system.mapKey.works')
      message.error(reason ?? t('system.mapKey.refused'), 10)
    })
    setTested(null)
  }
  const remove = (id: string, name: string) =>
    confirm({
      title: t('system.mapKey.removeTitle', { name }),
      text: t('system.mapKey.removeText'),
      okLabel: t('system.mapKey.remove'),
      onOk: async () => {
        await api(mapKeyCalls.remove, { id })
        await Promise.all([refetch(), loadMapSettings(true)])
        return t('system.mapKey.removed')
      },
    })
  return (
    <Flex vertical gap={16}>
      <Panel title={t('system.mapKey.title')} isFlush>
        {data.list.length === 0 ? (
          <EmptyState title={t('system.mapKey.none')} text={t('system.mapKey.noneText')} />
        ) : (
          <PlainTable
            rowKey="id"
            dataSource={data.list}
            columns={[
              {
                title: t('system.mapKey.provider'),
                render: (_, row) => t(`system.mapKey.providers.${row.provider}`),
              },
              {
                title: t('system.mapKey.platform'),
                render: (_, row) => t(`system.mapKey.platforms.${row.platform}`),
              },
              {
                title: t('system.mapKey.project'),
                render: (_, row) => row.project || t('system.mapKey.all'),
              },
              {
                title: t('system.mapKey.key'),
                render: (_, row) => <span className="tw-number">…{row.keyEnd}</span>,
              },
              { title: t('system.mapKey.changed'), render: (_, row) => format.dateTime(row.changeTime) },
              {
                render: (_, { id, provider }) =>
                  !isDemo && (
                    <Flex gap={8} justify="end">
                      <Button size="small" loading={tested === id} onClick={() => void test(id)}>
                        {t('system.mapKey.test')}
                      </Button>
                      <Button
                        size="small"
                        type="text"
                        icon={<DeleteOutlined />}
                        aria-label={t('system.mapKey.removeTitle', {
                          name: t(`system.mapKey.providers.${provider}`),
                        })}
                        onClick={() => remove(id, t(`system.mapKey.providers.${provider}`))}
                      />
                    </Flex>
                  ),
              },
            ]}
          />
        )}
      </Panel>
      {!isDemo && <MapKeyForm />}
      <MapOrderPanel isOperators />
    </Flex>
  )
}

function MapKeyForm() {
  const { t } = useTranslation()
  return (
    <Panel title={t('system.mapKey.add')}>
      <div className="tw-narrow tw-column tw-gap-16">
        <CallForm
          call={mapKeyCalls.save}
          submitLabel={t('system.save')}
          label={(name) => t(`system.mapKey.${name}`)}
          initial={{ provider: 'Baidu' as const, platform: 'web' as const, project: '' }}
          fields={[
            [
              { name: 'provider', word: (name) => t(`system.mapKey.providers.${name}`) },
              { name: 'platform', word: (name) => t(`system.mapKey.platforms.${name}`) },
            ],
            { name: 'project', help: t('system.mapKey.projectHelp') },
            { name: 'key', help: t('system.mapKey.keyHelp') },
          ]}
          rereads={['mapKeys']}
          done={() => {
            void loadMapSettings(true)
            return t('system.isSaved')
          }}
        />
      </div>
    </Panel>
  )
}
