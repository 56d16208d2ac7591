import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  /** Its tooltip and its name. */
  label: string
  icon: ReactNode
  size?: 'small'
  /** Of a switch: is it on? */
  isPressed?: boolean
  isDisabled?: boolean
  className?: string | undefined
  onClick(): void
}

/** A button of the replay that is an icon alone. */
export function ToolButton({ label, isPressed, isDisabled = false, className, ...look }: Props) {
  return (
    <Tooltip title={label}>
      <Button
        type={isPressed ? 'default' : 'text'}
        aria-label={label}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
        {...(className && { className })}
        disabled={isDisabled}
        {...look}
      />
    </Tooltip>
  )
}
