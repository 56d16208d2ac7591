import { MenuUnfoldOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Resizer } from '../../../ui/layout/Resizer.tsx'
import styles from '../LocationsScreen.module.css'
import { columnPx, type useColumn } from './use-column.ts'

interface ColumnPanelProps {
  column: ReturnType<typeof useColumn>
  children: ReactNode
}

/** The list beside the map, as wide as it was drawn, or the button that unfolds it. */
export function ColumnPanel({ column, children }: ColumnPanelProps) {
  const { t } = useTranslation()
  return column.isOpen ? (
    <section
      className={`${styles.column} tw-rigid tw-relative tw-surface tw-column tw-shrink-down`}
      style={{ width: column.width }}
      aria-label={t('locations.devices')}
    >
      {children}
      <Resizer
        label={t('locations.resize')}
        edge="right"
        px={column.width}
        min={columnPx.min}
        max={columnPx.max}
        onResize={(width) => column.change({ width })}
      />
    </section>
  ) : (
    <button
      type="button"
      className={`${styles.unfold} tw-hover-accent tw-muted tw-rigid tw-surface`}
      aria-label={t('locations.expand')}
      onClick={() => column.change({ isOpen: true })}
    >
      <MenuUnfoldOutlined />
    </button>
  )
}
