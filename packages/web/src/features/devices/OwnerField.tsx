import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'

/** Whose device it will be; those without sub-accounts register for themselves. */
export function OwnerField() {
  const { t } = useTranslation()
  const { role } = useUser()
  if (!rolesWithSubAccounts.includes(role)) return null
  return (
    <Form.Item name="userId" required label={t('devices.owner')}>
      <OwnerInput />
    </Form.Item>
  )
}

/** `Form.Item` hands in value and onChange. */
function OwnerInput({ value, onChange }: { value?: number; onChange?: (id: number | undefined) => void }) {
  const { t } = useTranslation()
  return (
    <AccountPicker
      block
      isExact
      label={t('devices.owner')}
      value={value}
      onPick={(account) => onChange?.(account?.id)}
    />
  )
}
