import { accountCalls } from '@trackway/core/api/accounts.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { grantableRoles, type RoleId, rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { Refusal } from '../../platform/errors.ts'
import { serve, servePublic } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { toAccount } from './account-rows.ts'
import { checkCredentials } from './login.ts'
import { countAttempt, forgiveAttempt } from './login-attempts.ts'
import { hashPassword, isPassword, randomPassword } from './passwords.ts'
import {
  deleteAccount,
  insertAccount,
  isUsernameFree,
  setOwnPassword,
  setPasswordBelow,
  updateAccount,
} from './queries.ts'
import { closeSession, closeSessions, openSession } from './sessions.ts'
import { childrenOf, findAccountsLike, namesOf } from './tree-queries.ts'

export const accountHandlers = [
  servePublic(accountCalls.login, async ({ db, input, address, now }) => {
    const { username, password, isLong } = input
    const row = await checkCredentials(db, { username, address, now }, password)
    const token = await openSession(db, { accountId: row.id, isLong, now })
    return { token, user: toAccount(row, { path: row.path }) }
  }),

  serve(accountCalls.logout, async ({ db, bus, session }) => {
    await closeSession(db, session.tokenHash)
    bus.publish('account.edited', { accountId: session.account.id })
    return {}
  }),

  serve(accountCalls.self, async ({ db, scope }) => {
    const self = toAccount(await findAccountRow(db, scope, scope.accountId), scope)
    // A device's certificate says nothing about the person behind the account.
    if (scope.deviceId === null) return self
    return { ...self, nickname: null, realname: null, telephone: null, email: null, remark: null }
  }),

  serve(accountCalls.children, async ({ db, scope, input, now }) => ({
    list: await childrenOf(db, scope, input.id ?? scope.accountId, now),
  })),

  serve(accountCalls.findLike, ({ db, scope, input, now }) =>
    findAccountsLike(db, scope, { ...input, id: input.id ?? scope.accountId, text: input.selectName }, now),
  ),

  serve(accountCalls.names, async ({ db, scope, input }) => ({ list: await namesOf(db, scope, input.ids) })),

  serve(accountCalls.findUsername, async ({ db, input }) => ({
    isFree: await isUsernameFree(db, input.username),
  })),

  serve(accountCalls.insert, async ({ db, scope, session, input, now }) => {
    const { parentId, password, ...rest } = input
    const parent = await findAccountRow(db, scope, parentId)
    if (!rolesWithSubAccounts.includes(parent.role)) throw new Refusal('noSubAccounts')
    if (!isGrantable(input.role, session.account.role, parent.role)) throw new Refusal('roleNotGrantable')
    const passwordHash = await hashPassword(password)
    const timeZone = input.timeZone ?? parent.time_zone
    return toAccount(await insertAccount(db, parent.id, { ...rest, timeZone, passwordHash }, now), scope)
  }),

  serve(accountCalls.update, async ({ db, bus, scope, session, input }) => {
    const { id, ...profile } = input
    // Found first: without the permission, too, an account outside the scope does not exist.
    await findAccountRow(db, scope, id)
    const mayEdit = id === scope.accountId || holdsAny(session.account.role, ['main:agent_edit'])
    if (!mayEdit) throw new Refusal('noPermission')
    const row = await updateAccount(db, scope, id, profile)
    bus.publish('account.edited', { accountId: id })
    return toAccount(row, scope)
  }),

  serve(accountCalls.changePassword, async ({ db, bus, scope, session, input, address, now }) => {
    const account = await findAccountRow(db, scope, scope.accountId)
    const attempt = { username: account.username, address, now }
    await countAttempt(db, attempt)
    const isRight = await isPassword(account.password_hash, input.currentPassword)
    if (!isRight) throw new Refusal('wrongPassword')
    await forgiveAttempt(db, attempt)
    await setOwnPassword(db, scope, await hashPassword(input.newPassword))
    await closeSessions(db, scope.accountId, session.tokenHash)
    bus.publish('account.edited', { accountId: scope.accountId })
    return {}
  }),

  serve(accountCalls.resetPassword, async ({ db, bus, scope, input }) => {
    const password = randomPassword()
    await setPasswordBelow(db, scope, input.id, await hashPassword(password))
    await closeSessions(db, input.id)
    bus.publish('account.edited', { accountId: input.id })
    return { password }
  }),

  serve(accountCalls.delete, async ({ db, bus, scope, input }) => {
    await deleteAccount(db, scope, input.id)
    bus.publish('account.edited', { accountId: input.id })
    return {}
  }),
]

/**
 * A role must be grantable both by the caller and by the account it is added to: an administrator below an
 * agent would be one whose password the agent may reset.
 */
function isGrantable(role: RoleId, caller: RoleId, parent: RoleId): boolean {
  return grantableRoles[caller].includes(role) && grantableRoles[parent].includes(role)
}
