import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useIsPhone } from '../../../base/use-is-phone.ts'

interface Props {
  title: string
  width: number
  onClose(): void
  /** Buttons at the bottom; left out: none. */
  footer?: ReactNode
  children: ReactNode
}

/** The shell of the replay's dialogs; on a phone it fills the screen. */
export function TrackDialog({ title, width, onClose, footer = null, children }: Props) {
  const isPhone = useIsPhone()
  return (
    <Modal
      open
      title={title}
      footer={footer}
      onCancel={onClose}
      width={isPhone ? '100%' : width}
      rootClassName={isPhone ? 'tw-full-dialog' : ''}
    >
      {children}
    </Modal>
  )
}
