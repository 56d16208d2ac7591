import {
  DeleteOutlined,
  EditOutlined,
  PlayCircleOutlined,
  PlusOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { payAccountCalls as calls, type PayAccount } from '@trackway/core/features/pay-accounts/calls.ts'
import { Alert, Dropdown, Flex, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { type EditedPayAccount, PayAccountDialog } from './PayAccountDialog.tsx'
import styles from './pay-accounts.module.css'
import { providerWord } from './provider-word.ts'

type Listed = OutputOf<typeof calls.list>

/** The accounts at payment providers, and on which of them customers pay now. */
export function AccountsPanel() {
  const { t, toText } = useTexts()
  const { data, error } = useCall(['payAccounts'], calls.list, {})
  const [edited, setEdited] = useState<EditedPayAccount | null>(null)
  if (error) return <EmptyState title={toText(error)} />
  if (!data) return <ContentLoading />
  const add = <AddPayAccount listed={data} onAdd={(provider) => setEdited({ provider, account: null })} />
  return (
    <Panel title={t('payAccounts.title')} actions={data.list.length > 0 && add}>
      <Flex vertical gap={16}>
        <PresentWays listed={data} />
        {data.list.length > 0 ? (
          <PayAccountList
            listed={data}
            onEdit={(account) => setEdited({ provider: account.provider, account })}
          />
        ) : (
          <EmptyState
            title={t('payAccounts.none')}
            text={t(data.mayAdd ? 'payAccounts.noneText' : 'payAccounts.notAllowedText')}
            action={add}
          />
        )}
      </Flex>
      <PayAccountDialog
        edited={edited}
        provider={data.providers.find(({ name }) => name === edited?.provider)}
        onClose={() => setEdited(null)}
      />
    </Panel>
  )
}

/** A menu of the providers that there are; why it cannot be opened where it cannot. */
function AddPayAccount({ listed, onAdd }: { listed: Listed; onAdd: (provider: string) => void }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const { mayAdd, providers } = listed
  const reason = isDemo
    ? t('result.demoAccount')
    : !mayAdd
      ? t('result.payAccountsNotAllowed')
      : providers.length === 0
        ? t('payAccounts.noProvider')
        : null
  return (
    <Dropdown
      trigger={['click']}
      disabled={reason !== null}
      menu={{
        items: providers.map(({ name, label }) => ({ key: name, label: providerWord(t, name, label) })),
        onClick: ({ key }) => onAdd(key),
      }}
    >
      <ActionButton type="primary" icon={<PlusOutlined />} reason={reason} aria-haspopup="menu">
        {t('payAccounts.add')}
      </ActionButton>
    </Dropdown>
  )
}

/** How customers can pay online now, in a sentence for each way. */
function PresentWays({ listed: { ways, providers } }: { listed: Listed }) {
  const { t } = useTranslation()
  if (ways.length === 0)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('payAccounts.noWay')}
        description={t('payAccounts.noWayText')}
      />
    )
  return (
    <ul className="tw-flat tw-small tw-grid tw-gap-4" aria-label={t('payAccounts.ways')}>
      {ways.map(({ provider, currencies, isOwn }) => (
        <li key={provider}>
          {t(isOwn ? 'payAccounts.wayOwn' : 'payAccounts.wayAbove', {
            provider: providerWord(t, provider, providers.find(({ name }) => name === provider)?.label),
            currencies: currencies.join(', '),
          })}
        </li>
      ))}
    </ul>
  )
}

interface PayAccountListProps {
  listed: Listed
  onEdit: (account: PayAccount) => void
}

function PayAccountList({ listed, onEdit }: PayAccountListProps) {
  const { t } = useTranslation()
  const labelOf = (provider: string) =>
    providerWord(t, provider, listed.providers.find(({ name }) => name === provider)?.label)
  return (
    <ul className="tw-flat" aria-label={t('payAccounts.title')}>
      {listed.list.map((account) => {
        const { id, name, provider, username, hookUrl } = account
        return (
          <li key={id} className={`${styles.account} tw-grid tw-gap-12 tw-line-above`}>
            <div className="tw-grid tw-gap-4 tw-shrink">
              <span>
                <strong>{name}</strong> <PayAccountState account={account} />
              </span>
              <span className="tw-small tw-muted">
                {t('payAccounts.owner', { provider: labelOf(provider), name: username })}
              </span>
              <span className="tw-small tw-anywhere">
                {t('payAccounts.hookUrl')}
                {': '}
                {hookUrl ? <CopyText text={hookUrl} /> : t('payAccounts.noHookUrl')}
              </span>
            </div>
            <PayAccountActions account={account} onEdit={onEdit} />
          </li>
        )
      })}
    </ul>
  )
}

/** May it take payments, and if not, why? */
function PayAccountState({ account }: { account: PayAccount }) {
  const { t } = useTranslation()
  const { isEnabled, isReady, isAllowed, isBlocked, isShared } = account
  const state = !isAllowed
    ? 'notAllowed'
    : isBlocked
      ? 'blocked'
      : !isEnabled
        ? 'off'
        : !isReady
          ? 'secretMissing'
          : 'ready'
  const colours = {
    notAllowed: 'warning',
    blocked: 'warning',
    off: 'default',
    secretMissing: 'warning',
    ready: 'success',
  }
  return (
    <>
      <Tag color={colours[state]}>{t(`payAccounts.states.${state}`)}</Tag>
      {isShared && <Tag>{t('payAccounts.shared')}</Tag>}
    </>
  )
}

function PayAccountActions({
  account,
  onEdit,
}: {
  account: PayAccount
  onEdit: (account: PayAccount) => void
}) {
  const { t } = useTranslation()
  const { id, name, isBlocked, mayBlock } = account
  const remove = () =>
    confirm({
      title: t('payAccounts.delete', { name }),
      text: t('payAccounts.deleteText'),
      okLabel: t('payAccounts.deleteOk'),
      onOk: async () => {
        await api(calls.remove, { id })
        await reread('payAccounts')
        return t('payAccounts.deleted')
      },
    })
  const act = isBlocked ? 'unblock' : 'block'
  const block = () =>
    confirm({
      title: t(`payAccounts.${act}`, { name }),
      text: t(`payAccounts.${act}Text`),
      okLabel: t(`payAccounts.${act}Ok`),
      onOk: async () => {
        await api(calls.block, { id, isBlocked: !isBlocked })
        await reread('payAccounts')
        return t(`payAccounts.${act}Done`)
      },
    })
  return (
    <Flex gap={4}>
      {mayBlock && (
        <ActionButton
          type="text"
          icon={isBlocked ? <PlayCircleOutlined /> : <StopOutlined />}
          aria-label={t(`payAccounts.${act}`, { name })}
          onClick={block}
        />
      )}
      <ActionButton
        type="text"
        icon={<EditOutlined />}
        aria-label={t('payAccounts.edit', { name })}
        onClick={() => onEdit(account)}
      />
      <ActionButton
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('payAccounts.delete', { name })}
        onClick={remove}
      />
    </Flex>
  )
}
