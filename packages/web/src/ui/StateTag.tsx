import type { ConnectionState } from '@trackway/core/codes/states.ts'
import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Offline and expired look as they do on the map. */
const marks: Record<ConnectionState, { colour: string; shape: ReactNode }> = {
  online: {
    colour: 'var(--tw-state-moving)',
    shape: (
      <>
        <circle cx="7" cy="7" r="3" fill="currentColor" />
        <circle cx="7" cy="7" r="5.8" fill="none" stroke="currentColor" strokeWidth="1.4" opacity=".55" />
      </>
    ),
  },
  offline: {
    colour: 'var(--tw-state-offline)',
    shape: <circle cx="7" cy="7" r="4" fill="currentColor" />,
  },
  inactive: {
    colour: 'var(--tw-state-offline)',
    shape: (
      <circle
        cx="7"
        cy="7"
        r="4.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray="2.6 2.1"
      />
    ),
  },
  expired: {
    colour: 'var(--tw-state-expired)',
    shape: <path d="M7 1.6 12.4 7 7 12.4 1.6 7Z" fill="currentColor" />,
  },
}

/** The connection state of a device: colour, shape and word. */
export function StateTag({ state }: { state: ConnectionState }) {
  const { t } = useTranslation()
  const { colour, shape } = marks[state]
  return (
    <Flex
      component="span"
      align="center"
      gap={6}
      style={{ color: colour, fontWeight: 500 }}
      className="tw-number"
    >
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
        {shape}
      </svg>
      {t(`reports.state.${state}`)}
    </Flex>
  )
}
