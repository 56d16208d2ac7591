import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Panel.module.css'

interface PanelProps {
  title?: string
  /** What it is, for assistive technology, where that is not its title. */
  label?: string
  /** A few words beside the title. */
  note?: ReactNode
  actions?: ReactNode
  onClose?: () => void
  /** The content reaches the edges, below a line. */
  isFlush?: boolean
  children: ReactNode
}

/** A framed part of a page. */
export function Panel({ title, label, note, actions, onClose, isFlush = false, children }: PanelProps) {
  const { t } = useTranslation()
  return (
    <section
      className={`${isFlush ? '' : 'tw-padded-panel'} tw-frame tw-column tw-relative tw-shrink tw-shrink-down tw-clip`}
      data-flush={isFlush}
      aria-label={label ?? title}
    >
      {title !== undefined && (
        <header className={`${styles.head} tw-baseline tw-spread tw-rigid tw-flex tw-gap-12`}>
          <h2 className="tw-ellipsis">{title}</h2>
          {note && <span className={`${styles.note} tw-muted`}>{note}</span>}
          {actions}
          {onClose && (
            <Button
              type="text"
              icon={<CloseOutlined />}
              aria-label={t('ui.layout.close')}
              onClick={onClose}
            />
          )}
        </header>
      )}
      {children}
    </section>
  )
}
