import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import mapButtonsStyles from '../base/map-buttons.module.css'

interface MapButtonProps {
  label: string
  onClick?: () => void
  isPressed?: boolean
  children: ReactNode
}

/** A square button on the map; its label is its tooltip. */
export function MapButton({ label, onClick, isPressed, children }: MapButtonProps) {
  return (
    <Tooltip title={label} placement="left" mouseEnterDelay={0.4}>
      <button
        type="button"
        className={`${mapButtonsStyles.button} tw-choice tw-middle`}
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
      >
        {children}
      </button>
    </Tooltip>
  )
}
