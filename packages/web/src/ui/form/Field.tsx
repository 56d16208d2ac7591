import { Flex } from 'antd'
import { type ReactNode, useId } from 'react'

/** A control under its label. */
export function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <Flex vertical gap={2}>
      <label htmlFor={id} className="tw-small tw-muted">
        {label}
      </label>
      {children(id)}
    </Flex>
  )
}
