import { z } from 'zod'
import { rowId } from './call.ts'

/** Groups of vehicles that an account may have. */
export const groupsPerAccount = 500
/** Groups that one filter, rule or fence names. */
export const groupsNamed = 50

export const groupIds = z.array(rowId).min(1).max(groupsNamed)

/**
 * Part of the input of every call that finds vehicles or what is theirs: whoever serves a call narrows the scope of its
 * caller by it.
 */
export const ofGroups = { groupIds: groupIds.optional().describe('Only vehicles in one of these groups.') }
