import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useIsPhone } from '../../base/use-is-phone.ts'

interface SheetProps {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  /** On a phone: `auto` is as high as the content. */
  height: 'auto' | `${number}%`
  footer?: ReactNode
  /** The content reaches the edges. */
  isFlush?: boolean
  children: ReactNode
}

/** What is looked at beside or over the page: at its right edge, or drawn up from the lower edge of a phone. */
export function Sheet({ title, isOpen, onClose, height, footer, isFlush = false, children }: SheetProps) {
  const isPhone = useIsPhone()
  return (
    <Drawer
      title={title}
      open={isOpen}
      onClose={onClose}
      placement={isPhone ? 'bottom' : 'right'}
      size={isPhone ? height : 460}
      footer={footer}
      {...(isFlush && { styles: { body: { padding: 0 } } })}
      destroyOnHidden
    >
      {children}
    </Drawer>
  )
}
