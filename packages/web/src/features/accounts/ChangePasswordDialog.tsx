import { accountCalls } from '@trackway/core/api/accounts.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

/** One's own password. The server ends every other session of the account. */
export function ChangePasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { username } = useUser()
  return (
    <FormDialog<typeof accountCalls.changePassword, 'repeated'>
      call={accountCalls.changePassword}
      title={t('account.changePassword')}
      submitLabel={t('account.setPassword')}
      isOpen={isOpen}
      onClose={onClose}
      label={(name) => t(`account.${name}`)}
      fields={[
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
      ]}
      refusals={{ wrongPassword: 'currentPassword', commonPassword: 'newPassword' }}
      done={() => t('account.passwordChanged')}
    />
  )
}
