import type { Language } from '@trackway/core/codes/languages.ts'
import type { RoleId } from '@trackway/core/codes/roles.ts'
import type { AccountState } from '@trackway/core/codes/states.ts'
import type { Account, AccountNode } from '@trackway/core/features/accounts/calls.ts'
import type { UnitSystem } from '@trackway/core/readings/units.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { AccountRow } from '../../platform/scope/find-account.ts'
import { ancestorsWithin } from '../../platform/scope/scope-sql.ts'
import type { StateCounts } from './counts/subtree-counts.ts'

/** Database rows as the contract shows them. */

export function toAccount(row: AccountRow, scope: Pick<Scope, 'path'>): Account {
  return {
    id: row.id,
    ancestors: ancestorsWithin(scope, row.path),
    username: row.username,
    nickname: row.nickname,
    role: row.role,
    realname: row.realname,
    telephone: row.telephone,
    email: row.email,
    language: row.language as Language | null,
    timeZone: row.time_zone,
    units: row.units as UnitSystem,
    expireTime: row.expire_time,
    isDemo: row.is_demo,
    remark: row.remark,
    createTime: row.create_time,
  }
}

/** Whether an account may sign in, and why not. */
export function accountStateOf(
  row: Pick<AccountRow, 'suspend_time' | 'expire_time'>,
  now: number,
): AccountState {
  if (row.suspend_time !== null) return 'suspended'
  return row.expire_time !== null && row.expire_time <= now ? 'expired' : 'active'
}

export interface NodeRow {
  id: number
  path: string
  username: string
  nickname: string | null
  role: RoleId
  has_children: boolean
  total: number
  unactivated: number
}

export function toNode(row: NodeRow, states: StateCounts, scope: Scope): AccountNode {
  return {
    id: row.id,
    ancestors: ancestorsWithin(scope, row.path),
    username: row.username,
    nickname: row.nickname,
    role: row.role,
    hasChildren: row.has_children,
    total: row.total,
    online: states.online,
    offline: states.offline,
    unactived: states.inactive,
  }
}
