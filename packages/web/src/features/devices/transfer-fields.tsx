import { Radio } from 'antd'
import type { TFunction } from 'i18next'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'

/** To whom a device goes, and what goes with it. */
export const transferFields = (t: TFunction) =>
  [
    {
      name: 'userId',
      label: t('devices.transferTo'),
      control: <AccountPicker block isRequired label={t('devices.transferTo')} />,
    },
    {
      name: 'withHistory',
      label: t('devices.transferHistory.title'),
      help: t('devices.transferHistory.help'),
      control: <HistoryChoice />,
    },
    { name: 'withRecord', label: t('devices.transferRecord') },
    { name: 'withPicture', label: t('devices.transferPicture') },
  ] as const

const AccountTree = lazy(async () => ({
  default: (await import('../../ui/pickers/AccountTree.tsx')).AccountTree,
}))

/** The tree of accounts within the form. */
export function AccountChoice({ value, onChange }: FieldValue<number>) {
  return (
    <Suspense>
      <AccountTree selected={value ?? 0} onPick={({ id }) => onChange?.(id)} />
    </Suspense>
  )
}

/** With or without; nothing chosen leaves it to where the device comes from. */
function HistoryChoice({ id, value, onChange }: FieldValue<boolean>) {
  const { t } = useTranslation()
  const choices = { automatic: null, without: false, with: true }
  return (
    <Radio.Group
      {...(id !== undefined && { id })}
      vertical
      aria-label={t('devices.transferHistory.title')}
      value={value ?? null}
      onChange={(event) => onChange?.(event.target.value)}
      options={Object.entries(choices).map(([name, value]) => ({
        value: value as never,
        label: t(`devices.transferHistory.${name}`),
      }))}
    />
  )
}
