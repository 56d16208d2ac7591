import { type AlarmCode, alarmNames, alarms } from '@trackway/core/codes/alarms.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { notificationReceiverCalls } from '@trackway/core/features/notifications/receiver-calls.ts'
import { Form, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { weekdayName } from '../../ui/period/weekday-name.ts'

/** Names of the codes that are chosen, for a list. */
export function alarmWords(codes: readonly AlarmCode[] | null, t: TFunction): string {
  if (codes === null) return t('notifications.allAlarms')
  return codes.map((code) => t(`alarm.${alarmNames[code]}`)).join(', ')
}

/** Codes of alarms by their names; none: all of them. */
export function AlarmCodes({ value, onChange, ...field }: FieldValue<AlarmCode[]>) {
  const { t } = useTranslation()
  return (
    <Select
      {...field}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('notifications.allAlarms')}
      showSearch={{ optionFilterProp: 'label' }}
      options={Object.values(alarms).map((code) => ({ value: code, label: t(`alarm.${alarmNames[code]}`) }))}
      value={value ?? []}
      onChange={(codes: AlarmCode[]) => onChange?.(codes.length > 0 ? codes : null)}
    />
  )
}

/** Receivers of the account that is chosen beside it, in the order in which they are chosen. */
export function ReceiverPicker({ value, onChange, ...field }: FieldValue<number[]>) {
  const { t } = useTranslation()
  const userId = Form.useWatch<number | undefined>('userId')
  const input = { pageSize: limits.maxPageSize, withSubAccounts: false, ...(userId && { userId }) }
  const { data, isPending } = useCall(['receivers', userId ?? null], notificationReceiverCalls.find, input)
  return (
    <Select
      {...field}
      mode="multiple"
      loading={isPending}
      placeholder={t('notifications.chooseReceivers')}
      notFoundContent={t('list.noneText.notificationReceivers')}
      showSearch={{ optionFilterProp: 'label' }}
      options={data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value ?? []}
      onChange={(ids: number[]) => onChange?.(ids)}
    />
  )
}

/** Days of the week, 1 Monday to 7; none: every day. */
export function Weekdays({ value, onChange, ...field }: FieldValue<number[]>) {
  const { t } = useTranslation()
  return (
    <Select
      {...field}
      mode="multiple"
      allowClear
      placeholder={t('notifications.everyDay')}
      options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: weekdayName(day) }))}
      value={value ?? []}
      onChange={(days: number[]) => onChange?.(days)}
    />
  )
}
