import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { OutputOf } from '@trackway/core/api/call.ts'
import {
  simPlatformCalls as calls,
  type SimPlatform,
} from '@trackway/core/features/sim-cards/platform-calls.ts'
import { Alert, Dropdown, Flex, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type EditedSimPlatform, SimPlatformDialog } from './SimPlatformDialog.tsx'
import { useSimTabs } from './use-sim-tabs.ts'

type Listed = OutputOf<typeof calls.list>

/** The accounts at operators' platforms: how each does, and what it is asked about. */
export function SimPlatformsScreen() {
  const { t, toText } = useTexts()
  const { data, error } = useCall(['simPlatforms'], calls.list, {}, { refetchInterval: 10_000 })
  const [edited, setEdited] = useState<EditedSimPlatform | null>(null)
  const add = data && <AddPlatform providers={data.providers} onAdd={setEdited} />
  return (
    <Page title={t('simCards.title')} tabs={useSimTabs('platforms')} actions={add}>
      {error ? (
        <EmptyState title={toText(error)} />
      ) : !data ? (
        <ContentLoading />
      ) : data.list.length === 0 ? (
        <EmptyState title={t('simCards.noPlatforms')} text={t('simCards.noPlatformsText')} action={add} />
      ) : (
        <div className="tw-inset-on-phone tw-grid tw-gap-12">
          {data.list.map((platform) => (
            <PlatformPanel
              key={platform.id}
              platform={platform}
              label={
                data.providers.find(({ name }) => name === platform.provider)?.label ?? platform.provider
              }
              onEdit={() => setEdited({ provider: platform.provider, platform })}
            />
          ))}
        </div>
      )}
      <SimPlatformDialog
        edited={edited}
        provider={data?.providers.find(({ name }) => name === edited?.provider)}
        onClose={() => setEdited(null)}
      />
    </Page>
  )
}

interface AddPlatformProps {
  providers: Listed['providers']
  onAdd: (edited: EditedSimPlatform) => void
}

function AddPlatform({ providers, onAdd }: AddPlatformProps) {
  const { t } = useTexts()
  const { isDemo } = useUser()
  const reason = isDemo ? t('result.demoAccount') : null
  return (
    <Dropdown
      trigger={['click']}
      disabled={reason !== null}
      menu={{
        items: providers.map(({ name, label }) => ({ key: name, label })),
        onClick: ({ key }) => onAdd({ provider: key, platform: null }),
      }}
    >
      <ActionButton type="primary" icon={<PlusOutlined />} reason={reason} aria-haspopup="menu">
        {t('simCards.addPlatform')}
      </ActionButton>
    </Dropdown>
  )
}

interface PlatformPanelProps {
  platform: SimPlatform
  label: string
  onEdit: () => void
}

function PlatformPanel({ platform, label, onEdit }: PlatformPanelProps) {
  const { t, format } = useTexts()
  const { id, name, cards, due, failing, successTime, failure, failureText, restUntilTime } = platform
  const state = stateOf(platform)
  const remove = () =>
    confirm({
      title: t('simCards.deletePlatform', { name }),
      text: t('simCards.deletePlatformText'),
      okLabel: t('simCards.deletePlatformOk'),
      onOk: async () => {
        await api(calls.remove, { id })
        await reread('simPlatforms', 'list')
        return t('simCards.platformDeleted')
      },
    })
  return (
    <Panel
      title={name}
      actions={
        <Flex gap={4}>
          <ActionButton
            type="text"
            icon={<EditOutlined />}
            aria-label={t('simCards.editPlatform', { name })}
            onClick={onEdit}
          />
          <ActionButton
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('simCards.deletePlatform', { name })}
            onClick={remove}
          />
        </Flex>
      }
    >
      <Flex vertical gap={8}>
        <Flex component="span" align="center" gap={6}>
          <Tag color={colours[state]}>{t(`simCards.platformState.${state}`)}</Tag>
          <span className="tw-muted">{label}</span>
        </Flex>
        {failure && (
          <Alert
            type="warning"
            showIcon
            title={t(`reports.simFailure.${failure}`)}
            description={
              <>
                <span className="tw-anywhere">{failureText}</span>
                {restUntilTime !== null && (
                  <div>{t('simCards.restUntil', { time: format.dateTime(restUntilTime) })}</div>
                )}
              </>
            }
          />
        )}
        <span>
          {[
            t('simCards.platformCards', { count: cards, shown: format.number(cards) }),
            t('simCards.platformDue', { shown: format.number(due) }),
            ...(failing > 0 ? [t('simCards.platformFailing', { shown: format.number(failing) })] : []),
          ].join(' · ')}
        </span>
        <span className="tw-small tw-muted">
          {t('simCards.lastAnswer')} <RelativeTime at={successTime} />
        </span>
      </Flex>
    </Panel>
  )
}

const colours = { off: 'default', secretMissing: 'warning', failing: 'error', ready: 'success' } as const

const stateOf = ({ isEnabled, isReady, failure }: SimPlatform): keyof typeof colours =>
  !isEnabled ? 'off' : !isReady ? 'secretMissing' : failure ? 'failing' : 'ready'
