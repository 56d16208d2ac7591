import { permissions as allPermissions, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { factoryRoles, roles } from '@trackway/core/codes/roles.ts'
import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange, servePublic } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { countUse } from '../accounts/login-attempts.ts'
import { findSelf } from '../accounts/self.ts'
import { findSession, openSession } from '../accounts/sessions.ts'
import { findDemoAccount, setDemoAccount } from './queries.ts'

export const demoAccountHandlers: readonly Handler[] = [
  serve(demoAccountCalls.find, async ({ db, scope }) => {
    const found = await findDemoAccount(db)
    // That of another platform's part does not exist for the caller.
    const own = found?.path.startsWith(scope.path) ? found : undefined
    return {
      accountId: own?.id ?? null,
      username: own?.username ?? null,
      isOffered: own?.is_offered ?? false,
      permissions: own?.permissions ? allPermissions.filter((key) => own.permissions!.includes(key)) : null,
      held: own ? permissionsOf(own.role) : [],
    }
  }),

  serveChange(demoAccountCalls.save, async (context) => {
    const { db, bus, scope, session } = context
    const { accountId, isOffered, permissions } = context.input
    const before = await findDemoAccount(db)
    if (before && !before.path.startsWith(scope.path)) throw new Refusal('notFound')
    if (accountId !== null) {
      const account = await findAccountRow(db, scope, accountId)
      const isFit = account.role !== roles.admin && !factoryRoles.includes(account.role)
      if (!isFit || accountId === session.account.id) throw new Refusal('roleNotGrantable')
    }
    await setDemoAccount(db, accountId, { isOffered, permissions })
    await recordChange(context, 'demoAccount', null, {
      before: { username: before?.username ?? null, isOffered: before?.is_offered ?? false },
      after: { accountId, isOffered, permissions },
    })
    for (const id of [before?.id, accountId]) if (id) bus.publish('account.edited', { accountId: id })
  }),

  servePublic(demoAccountCalls.signIn, async ({ db, address, userAgent, now, signal }) => {
    await countUse(db, 'demo', { address, now, signal })
    const account = await findDemoAccount(db)
    if (!account?.is_offered || (account.expire_time ?? Infinity) <= now) throw new Refusal('notFound')
    const token = await openSession(db, {
      accountId: account.id,
      isLong: false,
      now,
      address,
      browser: userAgent,
    })
    return { token, user: await findSelf(db, await findSession(db, token, now)) }
  }),
]
