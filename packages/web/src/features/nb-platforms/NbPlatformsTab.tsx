import { ApiOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { nbPlatformCalls as calls, nbPush } from '@trackway/core/features/nb-platforms/calls.ts'
import { Flex, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError, api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { inputFacts } from '../../ui/form/input-facts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'

type Found = OutputOf<typeof calls.find>
type Provider = Found['providers'][number]
type Platform = Found['platforms'][number]

/** The platforms through which NB-IoT devices are reached: added, changed, tried and removed. */
export function NbPlatformsTab() {
  const { t } = useTranslation()
  const { data } = useCall(['nbPlatforms'], calls.find, {})
  const [edited, setEdited] = useState<string | null>(null)
  if (!data) return null
  const { platforms, providers, pushUrl } = data
  const free = providers.filter(({ name }) => !platforms.some(({ platform }) => platform === name))
  const add = free.length > 0 && (
    <Flex gap={8} wrap>
      {free.map(({ name, label }) => (
        <AddButton
          key={name}
          label={t('nbPlatforms.addOf', { name: label })}
          onClick={() => setEdited(name)}
        />
      ))}
    </Flex>
  )
  const labelOf = (name: string) => providers.find((each) => each.name === name)?.label ?? name
  return (
    <div className="tw-narrow tw-column tw-full-width tw-gap-16">
      {pushUrl !== null && (
        <Panel title={t('nbPlatforms.pushUrl')}>
          <CopyText text={pushUrl} />
          <p className="tw-muted tw-gap-above">{t('nbPlatforms.pushUrlHelp')}</p>
        </Panel>
      )}
      {platforms.length === 0 ? (
        <EmptyState title={t('nbPlatforms.noneSet')} text={t('nbPlatforms.noneSetText')} action={add} />
      ) : (
        <>
          {platforms.map((platform) => (
            <OnePlatform
              key={platform.platform}
              platform={platform}
              label={labelOf(platform.platform)}
              onEdit={() => setEdited(platform.platform)}
            />
          ))}
          {add}
        </>
      )}
      <PlatformDialog
        key={edited ?? ''}
        provider={providers.find(({ name }) => name === edited)}
        platform={platforms.find(({ platform }) => platform === edited)}
        pushBase={platforms[0]?.pushBase}
        onClose={() => setEdited(null)}
      />
    </div>
  )
}

interface OnePlatformProps {
  platform: Platform
  label: string
  onEdit: () => void
}

/** What is shown of one, in this order, where it has it. */
const shown = ['apiUrl', 'appId', 'productId', 'serviceId', 'pushBase', 'validDays'] as const

function OnePlatform({ platform, label, onEdit }: OnePlatformProps) {
  const { t } = useTranslation()
  const { act, isBusy } = useAction()
  const test = () =>
    act(async () => {
      try {
        const { subscriptions } = await api(calls.test, { platform: platform.platform })
        return t('nbPlatforms.reached', { name: label, count: subscriptions })
      } catch (error) {
        const reason = error instanceof ApiError ? error.issues[0]?.reason : undefined
        throw reason === undefined ? error : new Error(reason, { cause: error })
      }
    })
  const remove = () =>
    confirm({
      title: t('nbPlatforms.remove', { name: label }),
      text: t('nbPlatforms.removeText'),
      okLabel: t('nbPlatforms.removeOk'),
      onOk: async () => {
        await api(calls.remove, { platform: platform.platform })
        await reread('nbPlatforms', 'nbSubscriptions')
        return t('nbPlatforms.removed', { name: label })
      },
    })
  return (
    <Panel title={label}>
      <Flex vertical gap={12}>
        <Facts
          facts={[
            ...shown
              .filter((key) => platform[key] != null && platform[key] !== '')
              .map((key) => ({ label: t(`nbPlatforms.field.${key}`), value: String(platform[key]) })),
            {
              label: t('nbPlatforms.field.secret'),
              value: t(platform.hasSecret ? 'nbPlatforms.isStored' : 'nbPlatforms.isMissing'),
            },
          ]}
        />
        <Flex gap={8} wrap>
          <ActionButton icon={<ApiOutlined />} loading={isBusy} onClick={() => void test()}>
            {t('nbPlatforms.test')}
          </ActionButton>
          <ActionButton
            icon={<EditOutlined />}
            aria-label={t('nbPlatforms.editOf', { name: label })}
            onClick={onEdit}
          >
            {t('nbPlatforms.edit')}
          </ActionButton>
          <ActionButton
            danger
            icon={<DeleteOutlined />}
            aria-label={t('nbPlatforms.remove', { name: label })}
            onClick={remove}
          >
            {t('nbPlatforms.removeOk')}
          </ActionButton>
        </Flex>
      </Flex>
    </Panel>
  )
}

interface PlatformDialogProps {
  /** Undefined: closed. */
  provider: Provider | undefined
  /** As it is set; undefined: it is added. */
  platform: Platform | undefined
  /** Our address for pushes, where another platform has it already. */
  pushBase: unknown
  onClose: () => void
}

/** Keys in PEM have line breaks, which a line would lose. */
const longestLine = 255

function PlatformDialog({ provider, platform, pushBase, onClose }: PlatformDialogProps) {
  const { t, i18n } = useTranslation()
  const call = useMemo(() => {
    const own = z.fromJSONSchema(provider?.settings ?? { type: 'object', properties: {} }) as z.ZodObject
    return { ...calls.save, input: z.object({ platform: z.string(), ...own.shape, ...nbPush }) }
  }, [provider])
  const facts = useMemo(() => inputFacts(call), [call])
  const textOf = (key: string) => (i18n.exists(key) ? t(key) : undefined)
  const fieldOf = (name: string) => {
    const { isSecret = false, maxLength = 0 } = facts[name]!
    const isKept = platform?.[`has${name.charAt(0).toUpperCase()}${name.slice(1)}`] === true
    return {
      name,
      help: isKept ? t('nbPlatforms.secretKept') : textOf(`nbPlatforms.help.${name}`),
      ...(isSecret &&
        maxLength > longestLine && {
          control: (
            <Input.TextArea autoComplete="off" spellCheck={false} autoSize={{ minRows: 2, maxRows: 5 }} />
          ),
        }),
    }
  }
  const label = provider?.label ?? ''
  return (
    <FormDialog
      call={call}
      isOpen={provider !== undefined}
      title={t(platform ? 'nbPlatforms.editOf' : 'nbPlatforms.addOf', { name: label })}
      submitLabel={t('nbPlatforms.save')}
      width={560}
      onClose={onClose}
      label={(name) => textOf(`nbPlatforms.field.${name}`) ?? facts[name]?.description ?? name}
      initial={{ pushBase, ...platform, platform: provider?.name ?? '' } as never}
      fields={
        Object.keys(facts)
          .filter((name) => name !== 'platform')
          .map(fieldOf) as never
      }
      rereads={['nbPlatforms', 'nbSubscriptions']}
      done={() => t('nbPlatforms.saved', { name: label })}
    />
  )
}
