import type { ConnectionState } from '@trackway/core/codes/states.ts'
import { useTranslation } from 'react-i18next'
import './ui.css'

const shapes: Record<ConnectionState, { colour: string; shape: string }> = {
  online: { colour: 'var(--tw-state-moving)', shape: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z' },
  offline: { colour: 'var(--tw-state-offline)', shape: 'M2 2h8v8H2Z' },
  inactive: {
    colour: 'var(--tw-state-offline)',
    shape: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Zm0 1.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4Z',
  },
  expired: { colour: 'var(--tw-state-expired)', shape: 'M6 .6 11.4 6 6 11.4.6 6Z' },
}

/** The connection state of a device: colour, shape and word. */
export function StateTag({ state }: { state: ConnectionState }) {
  const { t } = useTranslation()
  const { colour, shape } = shapes[state]
  return (
    <span className="tw-state" style={{ color: colour }}>
      <svg width="10" height="10" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path d={shape} fill="currentColor" fillRule="evenodd" />
      </svg>
      {t(`state.${state}`)}
    </span>
  )
}
