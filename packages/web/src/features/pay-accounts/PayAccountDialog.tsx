import type { OutputOf } from '@trackway/core/api/call.ts'
import {
  payAccountCalls as calls,
  type PayAccount,
  payAccountCommon,
} from '@trackway/core/features/pay-accounts/calls.ts'
import { Alert, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useProviderForm } from '../../ui/form/use-provider-form.ts'
import { providerWord } from './provider-word.ts'

export interface EditedPayAccount {
  provider: string
  /** Null: one is added. */
  account: PayAccount | null
}

type Provider = OutputOf<typeof calls.list>['providers'][number]

interface PayAccountDialogProps {
  edited: EditedPayAccount | null
  /** Undefined: it is offered no more. */
  provider: Provider | undefined
  onClose: () => void
}

/** What fits a line; longer secrets, as keys in PEM, have line breaks that a line would lose. */
const longestLine = 255

/** What a provider gives once it knows the webhook address of the account. */
const givenAfterwards = ['webhookSecret']

/** Adds an account at a provider, or changes it. The fields follow from the settings of the provider. */
export function PayAccountDialog({ edited, provider, onClose }: PayAccountDialogProps) {
  const { t, i18n } = useTranslation()
  const account = edited?.account ?? null
  const { call, facts, own } = useProviderForm(calls, payAccountCommon, provider?.settings, account !== null)
  const textOf = (key: string) => (i18n.exists(key) ? t(key) : undefined)
  const label = (name: string) => textOf(`payAccounts.field.${name}`) ?? facts[name]?.description ?? name
  const fieldOf = (name: string) => {
    const { isSecret, maxLength = 0 } = facts[name]!
    const isKept = account?.settings[`has${name.charAt(0).toUpperCase()}${name.slice(1)}`] === true
    return {
      name: name as 'name',
      isRequired: isSecret === true && account === null && !givenAfterwards.includes(name),
      help: isKept ? t('payAccounts.secretKept') : textOf(`payAccounts.help.${name}`),
      word: (option: string) => textOf(`payAccounts.choice.${name}.${option}`) ?? option,
      ...(isSecret &&
        maxLength > longestLine && {
          control: (
            <Input.TextArea autoComplete="off" spellCheck={false} autoSize={{ minRows: 2, maxRows: 5 }} />
          ),
        }),
    }
  }
  const title = provider ? providerWord(t, provider.name, provider.label) : ''
  return (
    <FormDialog
      key={`${edited?.provider} ${account?.id}`}
      call={call}
      isOpen={edited !== null && provider !== undefined}
      title={
        account ? t('payAccounts.edit', { name: account.name }) : t('payAccounts.addOf', { provider: title })
      }
      submitLabel={t('payAccounts.save')}
      width={560}
      onClose={onClose}
      label={label}
      initial={
        account
          ? { ...account.settings, id: account.id, provider: account.provider, ...commonOf(account) }
          : { provider: provider?.name ?? '', isEnabled: true, isShared: true }
      }
      fields={[
        ...(provider?.isSandbox
          ? [<Alert key="sandbox" type="info" showIcon title={t('payAccounts.sandbox')} />]
          : []),
        { name: 'name', help: t('payAccounts.help.name') },
        ...own.map(fieldOf),
        'isEnabled',
        { name: 'isShared', help: t('payAccounts.help.isShared') },
        ...(account
          ? []
          : [
              <p key="next" className="tw-small tw-muted">
                {t('payAccounts.afterwards')}
              </p>,
            ]),
      ]}
      rereads={['payAccounts']}
      done={() => t('payAccounts.saved')}
    />
  )
}

const commonOf = ({ name, isEnabled, isShared }: PayAccount) => ({ name, isEnabled, isShared })
