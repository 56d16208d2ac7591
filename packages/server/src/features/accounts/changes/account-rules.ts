import { grantableRoles, type RoleId } from '@trackway/core/codes/roles.ts'

/** What holds of every account, however it is added. */

const longestTermMs = 100 * 366 * 86_400_000

/** Nobody's account ends in the past, in more than a century, or after that of the superior. Null: it may end then. */
export function expiryFault(
  expireTime: number | null,
  ofSuperior: number | null,
  now: number,
): 'not_after_now' | 'too_far' | 'after_superior' | null {
  if (expireTime !== null && expireTime <= now) return 'not_after_now'
  if (expireTime !== null && expireTime > now + longestTermMs) return 'too_far'
  return ofSuperior !== null && (expireTime ?? Infinity) > ofSuperior ? 'after_superior' : null
}

/**
 * A role must be grantable both by who gives it and by the superior of the account that has it: an administrator
 * below an agent would be one whose password the agent may reset.
 */
export const isGrantable = (
  role: RoleId,
  { giver, superior }: Record<'giver' | 'superior', RoleId>,
): boolean => grantableRoles[giver].includes(role) && grantableRoles[superior].includes(role)
