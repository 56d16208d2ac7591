import { DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useAction } from '../actions/use-action.ts'
import styles from './PickerButton.module.css'

interface PickerButtonProps {
  icon: ReactNode
  /** What is chosen by it, for assistive technology. */
  label: string
  /** What is chosen now. */
  shown: string
  block: boolean
  /** Loads what is chosen from, before it opens. */
  load?: () => Promise<unknown>
  /** What is chosen from. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a list to choose from. The keyboard goes into the list, and Esc brings it back. */
export function PickerButton({ icon, label, shown, block, load, children }: PickerButtonProps) {
  const isPhone = useIsPhone()
  const { act } = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  const open = (isOpening: boolean) =>
    act(async () => {
      if (isOpening) await load?.()
      setIsOpen(isOpening)
    })
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  /** A phone would open its keyboard over the list. */
  const enter = (hasOpened: boolean) => {
    if (hasOpened && !isPhone) list.current?.querySelector<HTMLElement>('input, [tabindex="0"]')?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={(isOpening) => void open(isOpening)}
      afterOpenChange={enter}
      destroyOnHidden
      content={
        <fieldset
          ref={list}
          aria-label={label}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // A dialog around it stays open.
            event.stopPropagation()
            close()
          }}
        >
          {children(close)}
        </fieldset>
      }
    >
      <Button
        ref={button}
        icon={icon}
        block={block}
        className={block ? styles.block! : ''}
        aria-label={`${label}: ${shown}`}
        aria-expanded={isOpen}
      >
        <span className={`${styles.shown} tw-ellipsis`}>{shown}</span>
        <DownOutlined className="tw-faint tw-size-11" />
      </Button>
    </Popover>
  )
}
