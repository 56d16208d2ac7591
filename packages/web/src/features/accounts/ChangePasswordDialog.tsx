import { accountCalls } from '@trackway/core/api/accounts.ts'
import { App, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

interface Passwords {
  currentPassword: string
  newPassword: string
  repeated: string
}

/** One's own password. The server ends every other session of the account. */
export function ChangePasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { username } = useUser()

  return (
    <FormDialog<Passwords>
      title={t('account.changePassword')}
      submitLabel={t('account.setPassword')}
      isOpen={isOpen}
      onClose={onClose}
      initial={{}}
      fieldOfRefusal={{ wrongPassword: 'currentPassword' }}
      onSubmit={async ({ currentPassword, newPassword }) => {
        await api(accountCalls.changePassword, { currentPassword, newPassword })
        message.success(t('account.passwordChanged'))
      }}
    >
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Form.Item
        name="currentPassword"
        label={t('account.currentPassword')}
        rules={[{ required: true, message: t('ui.form.required') }]}
      >
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('account.newPassword')}
        extra={t('account.passwordRule')}
        rules={[
          { required: true, message: t('ui.form.required') },
          { min: 8, message: t('account.passwordTooShort') },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={t('account.repeatPassword')}
        dependencies={['newPassword']}
        rules={[
          { required: true, message: t('ui.form.required') },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              !value || value === getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error(t('account.passwordsDiffer'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
    </FormDialog>
  )
}
