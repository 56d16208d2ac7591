import type { Call } from '@trackway/core/api/call.ts'
import { grantableRoles, type RoleId, roleNames } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { type SubAccount, subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { InstantField } from '../../../ui/form/field-controls.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { FamilyDialog } from './FamilyDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'

type Kind =
  | 'edit'
  | 'username'
  | 'role'
  | 'transfer'
  | 'importCount'
  | 'checkPassword'
  | 'flags'
  | 'family'
  | 'resetPassword'
export type AccountTarget = { kind: 'add'; parentId: number } | { kind: Kind; account: SubAccount }

interface AccountDialogsProps {
  target: AccountTarget | null
  onClose: () => void
  onChange: () => Promise<void>
}

/** The forms of a sub-account; the address says which one is open. */
export function AccountDialogs({ target, onClose, onChange }: AccountDialogsProps) {
  if (target === null) return null
  if (target.kind === 'add')
    return <AddDialog parentId={target.parentId} onClose={onClose} onChange={onChange} />
  const { kind, account } = target
  if (kind === 'family') return <FamilyDialog account={account} onClose={onClose} />
  if (kind === 'resetPassword') return <ResetPasswordDialog account={account} onClose={onClose} />
  return <ChangeDialog kind={kind} account={account} onClose={onClose} onChange={onChange} />
}

function AddDialog({
  parentId,
  onClose,
  onChange,
}: Omit<AccountDialogsProps, 'target'> & { parentId: number }) {
  const { t } = useTranslation()
  return (
    <FormDialog
      isOpen
      call={subAccountCalls.insert}
      title={t('agents.add')}
      submitLabel={t('agents.add')}
      width={560}
      onClose={onClose}
      onDone={() => void onChange()}
      label={(name) => t(`agents.field.${name}`)}
      initial={{ parentId, role: 3 }}
      fields={[
        { name: 'parentId', control: <AccountPicker block isRequired label={t('agents.field.parentId')} /> },
        ['username', { name: 'password', password: 'new', help: t('account.passwordRule') }],
        [
          useRoleField(),
          { name: 'expireTime', control: <InstantField isDay />, help: t('agents.expiryHelp') },
        ],
        ['nickname', 'realname'],
        ['telephone', 'email'],
        'remark',
      ]}
      refusals={{
        usernameTaken: 'username',
        commonPassword: 'password',
        noSubAccounts: 'parentId',
        roleNotGrantable: 'role',
      }}
      done={({ username }) => t('agents.added', { name: username })}
    />
  )
}

function useRoleField() {
  const { t } = useTranslation()
  const { role } = useUser()
  return {
    name: 'role',
    options: grantableRoles[role],
    word: (id: string) => t(`role.${roleNames[Number(id) as RoleId]}`),
  } as const
}

function ChangeDialog({
  kind,
  account,
  onClose,
  onChange,
}: Omit<AccountDialogsProps, 'target'> & {
  kind: Exclude<Kind, 'family' | 'resetPassword'>
  account: SubAccount
}) {
  const { t } = useTranslation()
  const roleField = useRoleField()
  const { id, username, role } = account
  // The list does not hold all that can be changed.
  const detail = useCall(
    ['account', id],
    subAccountCalls.findById,
    { id },
    { enabled: kind === 'edit' || kind === 'flags', gcTime: 0 },
  )
  const common = {
    onClose,
    title: t(`agents.title_${kind}`, { name: username }),
    submitLabel: t(
      kind === 'checkPassword' ? 'agents.check' : kind === 'transfer' ? 'agents.transfer' : 'agents.save',
    ),
    label: (name: string) => t(`agents.field.${name}`),
    onDone: () => void onChange(),
    isOpen: detail.data !== undefined || (kind !== 'edit' && kind !== 'flags'),
  }
  const saved = () => t('agents.saved')
  switch (kind) {
    case 'edit':
      return (
        <FormDialog
          {...common}
          call={accountCalls.update}
          isChange
          width={560}
          initial={detail.data ?? { id }}
          fields={[
            ['nickname', 'realname'],
            ['telephone', 'email'],
            { name: 'expireTime', control: <InstantField isDay />, help: t('agents.expiryHelp') },
            'remark',
          ]}
          done={saved}
        />
      )
    case 'username':
      return (
        <FormDialog
          {...common}
          call={subAccountCalls.updateUsername}
          initial={{ id, username }}
          fields={['username']}
          refusals={{ usernameTaken: 'username' }}
          done={saved}
        />
      )
    case 'role':
      return (
        <FormDialog
          {...common}
          call={subAccountCalls.updateRole}
          initial={{ id, role }}
          fields={[roleField]}
          refusals={{ roleNotGrantable: 'role', roleHasSubAccounts: 'role' }}
          done={saved}
        />
      )
    case 'transfer':
      return <TransferDialog account={account} common={common} />
    case 'importCount':
      return <ImportCountDialog account={account} common={common} />
    case 'checkPassword':
      return (
        <FormDialog
          {...common}
          call={subAccountCalls.checkPasswordById as Call}
          initial={{ id } as never}
          fields={[{ name: 'password' as never, password: 'current' }]}
          done={(answer) =>
            t((answer as { isRight: boolean }).isRight ? 'agents.passwordRight' : 'agents.passwordWrong')
          }
        />
      )
    case 'flags':
      return (
        <FormDialog
          {...common}
          call={subAccountCalls.updateFlags}
          initial={{
            id,
            region: detail.data?.region ?? null,
            group: detail.data?.group ?? null,
            freeTerms: detail.data?.freeTerms ?? false,
          }}
          fields={[
            'region',
            'group',
            { name: 'freeTerms', help: t('agents.freeTermsHelp') },
            <p key="inherited">{t('agents.flagsText')}</p>,
          ]}
          done={saved}
        />
      )
  }
}

interface PartProps {
  account: SubAccount
  /** What all of these forms have. */
  common: {
    onClose: () => void
    title: string
    submitLabel: string
    label: (name: string) => string
    onDone: () => void
    isOpen: boolean
  }
}

function TransferDialog({ account, common }: PartProps) {
  const { t } = useTranslation()
  const { id, username } = account
  return (
    <FormDialog
      {...common}
      call={subAccountCalls.transfer}
      initial={{ id, ...(account.parentId !== null && { parentId: account.parentId }) }}
      fields={[
        <p key="what">{t('agents.transferText', { name: username })}</p>,
        {
          name: 'parentId',
          control: <AccountPicker block isRequired label={t('agents.field.parentId')} />,
        },
      ]}
      refusals={Object.fromEntries(
        (
          [
            'transferToSelf',
            'alreadyThere',
            'transferUnderDescendant',
            'noSubAccounts',
            'endsAfterSuperior',
            'roleNotGrantable',
            'deviceLimitReached',
          ] as const
        ).map((refusal) => [refusal, 'parentId' as const]),
      )}
      done={() => t('agents.transferred', { name: username })}
    />
  )
}

function ImportCountDialog({ account, common }: PartProps) {
  const { t, format } = useTexts()
  const { id } = account
  return (
    <FormDialog
      {...common}
      call={importCountCalls.add}
      initial={{ id }}
      fields={[
        <p key="left">{t('agents.importCountNow', { count: account.importCount ?? 0 })}</p>,
        { name: 'count', help: t('agents.countHelp') },
        'remark',
      ]}
      refusals={{ notEnoughImportCounts: 'count' }}
      done={({ importCount }) => t('agents.counted', { shown: format.number(importCount) })}
    />
  )
}
