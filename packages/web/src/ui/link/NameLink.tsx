import { Link } from '@tanstack/react-router'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { NamedKind } from '@trackway/core/lists/columns.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { useCan, useUser } from '../../base/session.ts'

/** Set where names are within something that is pressed itself. */
export const PlainNames = createContext(false)

interface NameLinkProps {
  kind: NamedKind
  /** Terminal id of a device, user name of an account, id of the others. */
  id: string | number
  children: ReactNode
}

/** Who may open the page that a name leads to. */
const viewers: Record<NamedKind, readonly Permission[]> = {
  device: ['main:devices_management', 'main:monitor'],
  account: ['main:agent'],
  fence: ['main:fence'],
  riskPoint: ['main:risk_point'],
  line: ['main:bus'],
}

/** A name that leads to the page of what it names, the same one from everywhere; plain for those who may not open it. */
export function NameLink({ kind, id, children }: NameLinkProps) {
  const mayOpen = useCan(...viewers[kind])
  const { username } = useUser()
  const isPlain = useContext(PlainNames)
  // One's own account is not among those that one manages.
  if (!mayOpen || isPlain || (kind === 'account' && id === username)) return children
  switch (kind) {
    case 'device':
      return (
        <Link to="/index/device/deviceInfo" search={{ device: String(id) }}>
          {children}
        </Link>
      )
    case 'account':
      return (
        <Link to="/index/agent/agentList" search={{ search: String(id), withSubAccounts: true }}>
          {children}
        </Link>
      )
    case 'fence':
      return (
        <Link to="/index/fence" search={{ chosen: Number(id) }}>
          {children}
        </Link>
      )
    case 'riskPoint':
      return (
        <Link to="/index/riskPoint" search={{ chosen: Number(id) }}>
          {children}
        </Link>
      )
    case 'line':
      return (
        <Link to="/index/bus/busLine/$tab" params={{ tab: 'live' }} search={{ id: Number(id) }}>
          {children}
        </Link>
      )
  }
}
