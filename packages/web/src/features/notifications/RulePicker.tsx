import { limits } from '@trackway/core/codes/limits.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { Select } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'
import type { FieldValue } from '../../ui/form/field-value.ts'

/** Input of the call for the rules of an account; undefined: the caller's own. */
function useRules(userId: number | undefined) {
  const isAllowed = useCan('main:alarms')
  return useCall(
    ['rules', userId ?? null],
    notificationRuleCalls.find,
    { pageSize: limits.maxPageSize, withSubAccounts: false, ...(userId && { userId }) },
    { enabled: isAllowed },
  )
}

/** Rules of notification of an account; none: all of them. */
export function RulePicker({
  userId,
  placeholder,
  value,
  onChange,
  ...field
}: FieldValue<number[]> & { userId: number | undefined; placeholder: string }) {
  const { data, isPending } = useRules(userId)
  return (
    <Select
      {...field}
      mode="multiple"
      allowClear
      loading={isPending}
      placeholder={placeholder}
      showSearch={{ optionFilterProp: 'label' }}
      options={data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value ?? []}
      onChange={(ids: number[]) => onChange?.(ids.length > 0 ? ids : null)}
    />
  )
}

/** Names of rules of an account; empty while they are not known. */
export function useRuleNames(userId: number, ids: readonly number[] | null): string {
  const { data } = useRules(userId)
  const names = (data?.list ?? []).flatMap(({ id, name }) => (ids?.includes(id) ? name : []))
  return names.join(', ')
}
