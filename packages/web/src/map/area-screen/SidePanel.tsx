import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './SidePanel.module.css'

interface SidePanelProps {
  title: ReactNode
  /** The name of the part, for assistive technology. */
  label: string
  onClose: () => void
  /** Shown below the scrolled content, always in sight. */
  footer?: ReactNode
  children: ReactNode
}

/** The details of an area beside the map, or its form. */
export function SidePanel({ title, label, onClose, footer, children }: SidePanelProps) {
  const { t } = useTranslation()
  return (
    <aside className="tw-edge-on-phone tw-frame tw-fill tw-column tw-clip" aria-label={label}>
      <header className="tw-padded-bar tw-row tw-spread tw-line-below tw-rigid">
        <h2 className="tw-row tw-shrink tw-ellipsis">{title}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('ui.layout.close')} onClick={onClose} />
      </header>
      <div className={`${styles.body} tw-padded-panel tw-fill tw-scroll`}>{children}</div>
      {footer && (
        <footer className={`${styles.foot} tw-padded-bar tw-line-above tw-rigid tw-flex tw-to-end`}>
          {footer}
        </footer>
      )}
    </aside>
  )
}
