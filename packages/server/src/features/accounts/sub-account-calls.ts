import { accountCalls } from '@trackway/core/api/accounts.ts'
import { subAccountCalls } from '@trackway/core/api/sub-accounts.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { grantableRoles, type RoleId, rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { usernamePattern } from '@trackway/core/rules/validation.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, type SessionContext, serve } from '../../platform/http/serve.ts'
import { type AccountRow, findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { recordChange } from './account-record.ts'
import { accountStateOf, toAccount } from './account-rows.ts'
import { deleteAccount, deleteAllBelow } from './delete-accounts.ts'
import { findAgentRows, findDetail, findFamily, findNames, findSubAccounts } from './list-queries.ts'
import { countAttempt, forgiveAttempt } from './login-attempts.ts'
import { hashPassword, isPassword, randomPassword, refuseCommon } from './passwords.ts'
import {
  findByUsername,
  insertAccount,
  isUsernameFree,
  setPasswordBelow,
  setRole,
  setSuspended,
  setUsername,
  shortenBelow,
  updateAccount,
  updateFlags,
} from './queries.ts'
import { findSelf } from './self.ts'
import { closeSessions, findSession, openSession } from './sessions.ts'
import { transferAccount } from './transfer-account.ts'

const longestTermMs = 100 * 366 * 86_400_000

export const subAccountHandlers: readonly Handler[] = [
  serve(subAccountCalls.findByPage, async ({ db, scope, input, now }) =>
    findSubAccounts(db, scope, await findAccountRow(db, scope, input.id ?? scope.accountId), input, now),
  ),

  serve(subAccountCalls.findById, async ({ db, scope, input, now }) =>
    findDetail(db, scope, await findAccountRow(db, scope, input.id), now),
  ),

  serve(subAccountCalls.findAll, async ({ db, scope, input }) =>
    findNames(db, await findAccountRow(db, scope, input.id ?? scope.accountId), input),
  ),

  serve(subAccountCalls.findAllV2, async ({ db, scope, input }) =>
    findAgentRows(db, scope, await findAccountRow(db, scope, input.id ?? scope.accountId), input),
  ),

  serve(subAccountCalls.findAllAgentsV2, async ({ db, scope, input }) =>
    findAgentRows(db, scope, await findAccountRow(db, scope, input.id ?? scope.accountId), {
      ...input,
      onlyAgents: true,
    }),
  ),

  serve(subAccountCalls.getFamily, async ({ db, scope, input }) =>
    findFamily(db, scope, await findAccountRow(db, scope, input.id)),
  ),

  serve(subAccountCalls.findUsername, async ({ db, input }) => ({
    isFree: await isUsernameFree(db, input.username),
  })),

  serve(subAccountCalls.checkPasswordById, async (context) =>
    checkPassword(context, await findAccountRow(context.db, context.scope, context.input.id)),
  ),

  serve(subAccountCalls.checkPassword, async (context) =>
    checkPassword(context, await findByUsername(context.db, context.scope, context.input.username)),
  ),

  serve(subAccountCalls.insert, async (context) => {
    const { db, scope, input, now } = context
    const { parentId, password, ...rest } = input
    refuseCommon(password)
    const parent = await findParent(context, parentId)
    refuseExpiry(input.expireTime, parent.expire_time, now)
    refuseRole(context, input.role, parent.role)
    const passwordHash = await hashPassword(password)
    const timeZone = input.timeZone ?? parent.time_zone
    const row = await insertAccount(db, parent.id, { ...rest, timeZone, passwordHash }, now)
    await recordChange(context, 'accountAdded', row.id, null, { username: row.username, role: row.role })
    return toAccount(row, scope)
  }),

  serve(subAccountCalls.import, async (context) => {
    const { db, input, signal, now } = context
    const parent = await findParent(context, input.parentId)
    const added: { row: number; id: number; username: string; password: string }[] = []
    const failed: { row: number; username: string; result: string }[] = []
    for (const [index, { username: typed, ...row }] of input.rows.entries()) {
      signal.throwIfAborted()
      const username = typed.trim()
      try {
        if (!usernamePattern.test(username)) throw new Refusal('usernameMalformed')
        refuseRole(context, row.role, parent.role)
        const password = randomPassword()
        const account = await insertAccount(
          db,
          parent.id,
          {
            ...{ ...row, username, timeZone: parent.time_zone, expireTime: parent.expire_time },
            ...{ passwordHash: await hashPassword(password), mustChangePassword: true },
          },
          now,
        )
        await recordChange(context, 'accountAdded', account.id, null, { username, role: row.role })
        added.push({ row: index + 1, id: account.id, username, password })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failed.push({ row: index + 1, username, result: error.refusal })
      }
    }
    return { added, failed }
  }),

  serve(accountCalls.update, async (context) => {
    const { db, bus, scope, session, input, now } = context
    const { id, ...profile } = input
    // Found first: without the permission, too, an account outside the scope does not exist.
    const before = await findAccountRow(db, scope, id)
    const mayEdit = id === scope.accountId || holdsAny(session.permissions, ['main:agent_edit'])
    if (!mayEdit) throw new Refusal('noPermission')
    const isNewExpiry = profile.expireTime !== undefined && profile.expireTime !== before.expire_time
    if (isNewExpiry) {
      if (id === scope.accountId || before.parent_id === null) throw new Refusal('noPermission')
      const parent = await findAccountRow(db, scope, before.parent_id)
      refuseExpiry(profile.expireTime ?? null, parent.expire_time, now)
    }
    const row = await db.transaction().execute(async (trx) => {
      if (isNewExpiry) await shortenBelow(trx, before.path, profile.expireTime ?? null)
      return updateAccount(trx, scope, id, profile)
    })
    bus.publish('account.edited', { accountId: id })
    await recordChange(context, 'accountEdited', id, changed(before, row), changed(row, before))
    return toAccount(row, scope)
  }),

  serve(subAccountCalls.updateRole, async (context) => {
    const { db, bus, scope, input } = context
    const { id, role } = input
    const account = await findAccountBelow(db, scope, id)
    const parent = await findAccountRow(db, scope, account.parent_id!)
    refuseRole(context, role, parent.role)
    // Who may not give a role may not take it away either.
    refuseRole(context, account.role, parent.role)
    await setRole(db, id, role)
    await closeSessions(db, id)
    bus.publish('account.edited', { accountId: id })
    await recordChange(context, 'accountRole', id, { role: account.role }, { role })
    return {}
  }),

  serve(subAccountCalls.updateUsername, async (context) => {
    const { db, bus, scope, session, input } = context
    const { username: before } = await findAccountRow(db, scope, input.id)
    if (session.actor !== null && input.id === scope.accountId) throw new Refusal('notWhileActing')
    await setUsername(db, input.id, input.username)
    bus.publish('account.edited', { accountId: input.id })
    await recordChange(
      context,
      'accountUsername',
      input.id,
      { username: before },
      { username: input.username },
    )
    return {}
  }),

  serve(subAccountCalls.updateFlags, async (context) => {
    const { db, scope, input } = context
    const { region, customer_group } = await findAccountRow(db, scope, input.id)
    await updateFlags(db, input.id, input)
    const after = { region: input.region, group: input.group }
    await recordChange(context, 'accountFlags', input.id, { region, group: customer_group }, after)
    return {}
  }),

  serve(subAccountCalls.resetPassword, async (context) => {
    const { db, bus, scope, input, now } = context
    const password = randomPassword()
    await setPasswordBelow(db, scope, input.id, await hashPassword(password), now)
    await closeSessions(db, input.id)
    bus.publish('account.edited', { accountId: input.id })
    await recordChange(context, 'passwordReset', input.id, null, null)
    return { password }
  }),

  serve(subAccountCalls.transfer, async (context) => {
    const { db, bus, scope, input } = context
    const { from } = await transferAccount(db, scope, input)
    bus.publish('account.edited', { accountId: input.id })
    await recordChange(
      context,
      'accountTransferred',
      input.id,
      { superior: from },
      { superior: input.parentId },
    )
    return {}
  }),

  serve(subAccountCalls.suspend, async (context) => {
    const { db, bus, scope, input, now } = context
    await findAccountBelow(db, scope, input.id)
    await setSuspended(db, input.id, now)
    await closeSessions(db, input.id)
    bus.publish('account.edited', { accountId: input.id })
    await recordChange(context, 'accountSuspended', input.id, null, null)
    return {}
  }),

  serve(subAccountCalls.resume, async (context) => {
    const { db, scope, input } = context
    await findAccountBelow(db, scope, input.id)
    await setSuspended(db, input.id, null)
    await recordChange(context, 'accountResumed', input.id, null, null)
    return {}
  }),

  serve(subAccountCalls.actAs, async (context) => {
    const { db, scope, session, input, now } = context
    const account = await findAccountBelow(db, scope, input.id)
    if (accountStateOf(account, now) !== 'active') throw new Refusal('accountExpired')
    const { tokenHash, expireTime, actor } = session
    const person = { id: actor?.id ?? session.account.id, tokenHash, expireTime }
    const token = await openSession(db, { accountId: account.id, isLong: true, now, actor: person })
    await recordChange(context, 'actingBegun', account.id, null, { username: account.username })
    return { token, user: await findSelf(db, await findSession(db, token, now)) }
  }),

  serve(subAccountCalls.delete, async (context) => {
    const { db, bus, scope, session, input, now } = context
    const { username, parentId } = await deleteAccount(db, scope, input.id, { session, now })
    bus.publish('account.edited', { accountId: input.id })
    await recordChange(context, 'accountDeleted', parentId, { username }, null)
    return {}
  }),

  serve(subAccountCalls.deleteAll, async (context) => {
    const { db, bus, scope, session, input, now } = context
    const root = await findAccountRow(db, scope, input.id)
    const usernames = await deleteAllBelow(db, root, input.count, { session, now })
    bus.publish('account.edited', { accountId: root.id })
    const named = usernames.slice(0, 100)
    await recordChange(
      context,
      'accountsDeleted',
      root.id,
      { count: usernames.length, usernames: named },
      null,
    )
    return {}
  }),
]

async function findParent({ db, scope }: SessionContext<unknown>, id: number): Promise<AccountRow> {
  const parent = await findAccountRow(db, scope, id)
  if (!rolesWithSubAccounts.includes(parent.role)) throw new Refusal('noSubAccounts')
  return parent
}

/** Nobody's account ends in the past, in more than a century, or after that of the superior. */
function refuseExpiry(expireTime: number | null, ofParent: number | null, now: number): void {
  const reason =
    expireTime !== null && expireTime <= now
      ? 'not_after_now'
      : expireTime !== null && expireTime > now + longestTermMs
        ? 'too_far'
        : ofParent !== null && (expireTime ?? Infinity) > ofParent
          ? 'after_superior'
          : null
  if (reason !== null) throw new Refusal('invalidInput', { issues: [{ path: 'expireTime', reason }] })
}

/**
 * A role must be grantable both by the caller and by the superior of the account that has it: an administrator below
 * an agent would be one whose password the agent may reset.
 */
function refuseRole({ session }: SessionContext<unknown>, role: RoleId, parent: RoleId): void {
  const isGrantable =
    grantableRoles[session.account.role].includes(role) && grantableRoles[parent].includes(role)
  if (!isGrantable) throw new Refusal('roleNotGrantable')
}

/** Counted like a sign-in, so that nobody guesses this way what he could not guess there. */
async function checkPassword(
  { db, input, address, now }: SessionContext<{ password: string }>,
  account: AccountRow,
): Promise<{ isRight: boolean }> {
  const attempt = { username: account.username, address, browser: null, now }
  await countAttempt(db, attempt)
  const isRight = await isPassword(account.password_hash, input.password)
  if (isRight) await forgiveAttempt(db, attempt)
  return { isRight }
}

/** What of an account another state of it has not. */
function changed(row: AccountRow, other: AccountRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([key, value]) => value !== other[key as keyof AccountRow]),
  )
}
