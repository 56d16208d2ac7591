import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { CallFormProps } from '../../ui/form/use-call-form.tsx'

/** One's own password. The server ends every other session of the account, and unless asked to keep it what else opens it. */
export function ChangePasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog
      {...usePasswordForm(true)}
      title={t('account.changePassword')}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}

/** @param isLater the account has been used before, so that other access to it may be kept */
export function usePasswordForm(
  isLater = false,
): CallFormProps<typeof accountCalls.changePassword, 'repeated'> {
  const { t } = useTranslation()
  const { username } = useUser()
  return {
    call: accountCalls.changePassword,
    submitLabel: t('account.setPassword'),
    label: (name) => t(`account.${name}`),
    fields: [
      // Password managers file the new password under this name.
      <input key="username" type="text" autoComplete="username" value={username} readOnly hidden />,
      { name: 'currentPassword', password: 'current' },
      { name: 'newPassword', password: 'new', help: t('account.passwordRule') },
      {
        name: 'repeated',
        password: 'new',
        checkAfter: ['newPassword'],
        check: (repeated, { newPassword }) =>
          repeated === newPassword ? null : t('account.passwordsDiffer'),
      },
      ...(isLater ? [{ name: 'keepsAccess' as const, help: t('account.keepsAccessHelp') }] : []),
    ],
    refusals: { wrongPassword: 'currentPassword', commonPassword: 'newPassword' },
    done: () => t('account.passwordChanged'),
  }
}
