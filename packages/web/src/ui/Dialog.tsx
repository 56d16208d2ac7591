import { Modal, type ModalProps } from 'antd'
import { useIsPhone } from '../base/use-is-phone.ts'
import styles from './Dialog.module.css'

/** A dialog; on a phone it fills the screen, and its buttons stay in sight. */
export function Dialog({ width, ...props }: ModalProps & { width: number | string }) {
  const isPhone = useIsPhone()
  return (
    <Modal
      destroyOnHidden
      centered={!isPhone}
      mask={{ closable: !isPhone }}
      width={isPhone ? '100%' : width}
      {...(isPhone && { rootClassName: styles.full! })}
      {...props}
    />
  )
}
