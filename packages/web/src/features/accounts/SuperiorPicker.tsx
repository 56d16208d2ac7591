import { useUser } from '../../base/session.ts'
import type { FieldValue } from '../../ui/form/field-controls.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'

/** One account that another is to stand under; one's own is said by its id. */
export function SuperiorPicker({ value, onChange, label }: FieldValue<number> & { label: string }) {
  const { id: own } = useUser()
  return <AccountPicker block isExact label={label} value={value} onChange={(id) => onChange?.(id ?? own)} />
}
