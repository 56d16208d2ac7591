import { Select } from 'antd'
import type { FieldValue } from '../../ui/form/field-value.ts'

/** Versions, pasted or typed one after the other. */
export function VersionsInput({ value, ...field }: FieldValue<string[]>) {
  return (
    <Select
      {...field}
      value={value ?? []}
      mode="tags"
      open={false}
      suffixIcon={null}
      maxCount={50}
      tokenSeparators={[',', ';', ' ', '\n', '，', '；']}
    />
  )
}
