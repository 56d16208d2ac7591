import type { Call } from '@trackway/core/api/call.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { type RoleId, roles, rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { type Account, accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { usernamePattern } from '@trackway/core/rules/validation.ts'
import type { z } from 'zod'
import { addToEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import {
  type Handler,
  inTransaction,
  type SessionContext,
  serve,
  serveChange,
} from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { type AccountRow, findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { endCommandsOfStrangers } from '../devices/changes/cancel-on-transfer.ts'
import { noteOwnSuspension } from '../expiry-notices/announce-expiries.ts'
import { mayHold, returnHoldings } from '../ledger/ledger.ts'
import { accountStateOf, toAccount } from './account-rows.ts'
import { expiryFault, isGrantable } from './changes/account-rules.ts'
import { deleteAccount, deleteAllBelow } from './delete-accounts.ts'
import { findAgentRows, findDetail, findFamily, findNames, findSubAccounts } from './list-queries.ts'
import { countAttempt, forgiveAttempt } from './login-attempts.ts'
import { hashPassword, isPassword, randomPassword, refuseGuessable } from './passwords.ts'
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
import { closeSessions, endAccess, findSession, openSession } from './sessions.ts'
import { transferAccount } from './transfer-account.ts'

export const subAccountHandlers: readonly Handler[] = [
  serve(subAccountCalls.findByPage, async (context) => {
    const { db, scope, input } = context
    const root = await findAccountRow(db, scope, input.id ?? scope.accountId)
    return findSubAccounts(context, scope, root, input)
  }),

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
    const { scope, input, now } = context
    const { parentId, password, ...rest } = input
    refuseGuessable(password, [rest.username, rest.nickname ?? null])
    const parent = await findParent(context, parentId)
    refuseExpiry(input.expireTime, parent.expire_time, now)
    refuseRole(context, input.role, parent.role)
    const passwordHash = await hashPassword(password)
    const timeZone = input.timeZone ?? parent.time_zone
    return inTransaction(context, async (context) => {
      const row = await insertAccount(context.db, parent.id, { ...rest, timeZone, passwordHash }, now)
      await recordChange(context, 'accountAdded', row.id, {
        after: { username: row.username, role: row.role },
      })
      return toAccount(row, scope)
    })
  }),

  serve(subAccountCalls.import, async (context) => {
    const { input, signal, now } = context
    const parent = await findParent(context, input.parentId)
    const added: { row: number; id: number; username: string; password: string }[] = []
    const failed: { row: number; username: string; result: string }[] = []
    let eventId: number | null = null
    for (const [index, { username: typed, ...row }] of input.rows.entries()) {
      signal.throwIfAborted()
      const username = typed.trim()
      try {
        if (!usernamePattern.test(username)) throw new Refusal('usernameMalformed')
        refuseRole(context, row.role, parent.role)
        const password = randomPassword()
        const account = {
          ...row,
          username,
          timeZone: parent.time_zone,
          expireTime: parent.expire_time,
          passwordHash: await hashPassword(password),
          mustChangePassword: true,
        }
        // One event for all rows, which always has the present ones.
        const done = await inTransaction(context, async (context) => {
          const { id } = await insertAccount(context.db, parent.id, account, now)
          const usernames = [...added.map(({ username }) => username), username]
          const facts = { accounts: usernames.length, usernames }
          if (eventId !== null) await addToEvent(context.db, eventId, facts)
          return {
            id,
            eventId: eventId ?? (await recordChange(context, 'accountAdded', parent.id, { after: facts })),
          }
        })
        eventId = done.eventId
        added.push({ row: index + 1, id: done.id, username, password })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failed.push({ row: index + 1, username, result: error.refusal })
      }
    }
    return { added, failed }
  }),

  serveAccountChange(accountCalls.update, async (context) => {
    const { db, scope, session, input, now } = context
    const { id, ...profile } = input
    // Found first: without the permission, too, an account outside the scope does not exist.
    const before = await findAccountRow(db, scope, id)
    const mayEdit = id === scope.accountId || holdsAny(session.permissions, ['main:agent_edit'])
    if (!mayEdit) throw new Refusal('noPermission')
    if (profile.expireTime !== undefined && profile.expireTime !== before.expire_time) {
      if (id === scope.accountId || before.parent_id === null) throw new Refusal('noPermission')
      const parent = await findAccountRow(db, scope, before.parent_id)
      refuseExpiry(profile.expireTime ?? null, parent.expire_time, now)
      await shortenBelow(db, before.path, profile.expireTime ?? null)
    }
    const was = toAccount(before, scope)
    const is = toAccount(await updateAccount(db, scope, id, profile), scope)
    await recordChange(context, 'accountEdited', id, { before: changed(was, is), after: changed(is, was) })
    return is
  }),

  serveAccountChange(subAccountCalls.updateRole, async (context) => {
    const { db, scope, session, input, now } = context
    const { id, role } = input
    const account = await findAccountBelow(db, scope, id)
    const parent = await findAccountRow(db, scope, account.parent_id!)
    refuseRole(context, role, parent.role)
    // Who may not give a role may not take it away either.
    refuseRole(context, account.role, parent.role)
    await setRole(db, id, role)
    // Nobody could hand on or take back what it holds.
    if (!mayHold(role)) {
      const why = { kind: 'roleChanged', operatorId: by(session).actorId, now } as const
      await returnHoldings(db, [id], account.parent_id!, why)
    }
    await closeSessions(db, id)
    await recordChange(context, 'accountRole', id, { before: { role: account.role }, after: { role } })
  }),

  serveAccountChange(subAccountCalls.updateUsername, async (context) => {
    const { db, scope, session, input } = context
    const { username } = await findAccountRow(db, scope, input.id)
    if (session.actor !== null && input.id === scope.accountId) throw new Refusal('notWhileActing')
    await setUsername(db, input.id, input.username)
    await recordChange(context, 'accountUsername', input.id, {
      before: { username },
      after: { username: input.username },
    })
  }),

  serveAccountChange(subAccountCalls.updateFlags, async (context) => {
    const { db, scope, input } = context
    const account = await findAccountRow(db, scope, input.id)
    const { region, customer_group, free_terms, parent_id } = account
    if (input.freeTerms && !free_terms) {
      const { role } = await findAccountRow(db, scope, parent_id ?? account.id)
      if (role !== roles.admin) throw new Refusal('exemptBelowAgent')
    }
    await updateFlags(db, input.id, input)
    await recordChange(context, 'accountFlags', input.id, {
      before: { region, group: customer_group, freeTerms: free_terms },
      after: { region: input.region, group: input.group, freeTerms: input.freeTerms ?? free_terms },
    })
  }),

  serve(subAccountCalls.resetPassword, async (context) => {
    const { bus, scope, input, now } = context
    const password = randomPassword()
    const passwordHash = await hashPassword(password)
    await inTransaction(context, async (context) => {
      await setPasswordBelow(context.db, scope, input.id, passwordHash)
      await endAccess(context.db, input.id, now)
      await recordChange(context, 'passwordReset', input.id)
    })
    bus.publish('account.edited', { accountId: input.id })
    return { password }
  }),

  serveAccountChange(subAccountCalls.transfer, async (context) => {
    const { db, scope, input, now } = context
    const { from } = await transferAccount(db, scope, input, now)
    await endCommandsOfStrangers(db, context, input.id)
    await recordChange(context, 'accountTransferred', input.id, {
      before: { superior: from },
      after: { superior: input.parentId },
    })
  }),

  serveAccountChange(subAccountCalls.suspend, async (context) => {
    const { db, scope, input, now } = context
    const { suspend_time, parent_id } = await findAccountBelow(db, scope, input.id)
    const time = suspend_time ?? now
    await setSuspended(db, input.id, time)
    if (parent_id === scope.accountId)
      await noteOwnSuspension(db, { accountId: parent_id, belowId: input.id, time })
    await closeSessions(db, input.id)
    await recordChange(context, 'accountSuspended', input.id, {
      before: suspendedAt(suspend_time),
      after: suspendedAt(time),
    })
  }),

  serveAccountChange(subAccountCalls.resume, async (context) => {
    const { db, scope, input } = context
    const { suspend_time } = await findAccountBelow(db, scope, input.id)
    await setSuspended(db, input.id, null)
    await recordChange(context, 'accountResumed', input.id, {
      before: suspendedAt(suspend_time),
      after: suspendedAt(null),
    })
  }),

  serve(subAccountCalls.actAs, async (context) => {
    const { db, scope, session, input, now } = context
    const account = await findAccountBelow(db, scope, input.id)
    if (accountStateOf(account, now) !== 'active') throw new Refusal('accountExpired')
    const { tokenHash, expireTime, actor } = session
    const person = { id: actor?.id ?? session.account.id, tokenHash, expireTime }
    const token = await inTransaction(context, async (context) => {
      const opening = { accountId: account.id, isLong: true, now, actor: person }
      await recordChange(context, 'actingBegun', account.id, { after: { username: account.username } })
      return openSession(context.db, opening)
    })
    return { token, user: await findSelf(db, await findSession(db, token, now)) }
  }),

  serveAccountChange(subAccountCalls.delete, async (context) => {
    const { db, scope, session, input, now } = context
    const { username, parentId } = await deleteAccount(db, scope, input.id, { session, now })
    await recordChange(context, 'accountDeleted', parentId, { before: { username } })
  }),

  serveAccountChange(subAccountCalls.deleteAll, async (context) => {
    const { db, scope, session, input, now } = context
    const root = await findAccountRow(db, scope, input.id)
    const usernames = await deleteAllBelow(db, root, input.count, { session, now })
    const before = { count: usernames.length, usernames: usernames.slice(0, 100) }
    await recordChange(context, 'accountsDeleted', root.id, { before })
  }),
]

/** Serves a call that changes the account `id`, and publishes the change to all processes. */
function serveAccountChange<I extends z.ZodType<{ id: number }>, O extends z.ZodType>(
  call: Call<I, O>,
  change: Parameters<typeof serveChange<I, O>>[1],
): Handler {
  return serveChange(call, async (context) => {
    const reply = await change(context)
    context.bus.publish('account.edited', { accountId: context.input.id })
    return reply
  })
}

const suspendedAt = (time: number | null) => ({
  suspendTime: time === null ? null : new Date(time).toISOString(),
})

async function findParent({ db, scope }: SessionContext<unknown>, id: number): Promise<AccountRow> {
  const parent = await findAccountRow(db, scope, id)
  if (!rolesWithSubAccounts.includes(parent.role)) throw new Refusal('noSubAccounts')
  return parent
}

function refuseExpiry(expireTime: number | null, ofSuperior: number | null, now: number): void {
  const reason = expiryFault(expireTime, ofSuperior, now)
  if (reason !== null) throw new Refusal('invalidInput', { issues: [{ path: 'expireTime', reason }] })
}

function refuseRole({ session }: SessionContext<unknown>, role: RoleId, superior: RoleId): void {
  if (!isGrantable(role, { giver: session.account.role, superior })) throw new Refusal('roleNotGrantable')
}

/** Counted like a sign-in, so that nobody guesses this way what he could not guess there. */
async function checkPassword(
  { db, input, session, address, now, signal }: SessionContext<{ password: string }>,
  account: AccountRow,
): Promise<{ isRight: boolean }> {
  const attempt = { username: account.username, address, known: `by ${session.account.id}`, now, signal }
  await countAttempt(db, attempt)
  const isRight = await isPassword(account.password_hash, input.password)
  if (isRight) await forgiveAttempt(db, attempt)
  return { isRight }
}

/** What of an account another state of it has not; as its holder sees it, so nothing secret. */
function changed(account: Account, other: Account): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(account).flatMap(([key, value]) => {
      if (value === other[key as keyof Account]) return []
      return [[key, key === 'expireTime' && value !== null ? new Date(Number(value)).toISOString() : value]]
    }),
  )
}
