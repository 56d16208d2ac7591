import { rowId } from '@trackway/core/api/call.ts'
import { owedAsset } from '@trackway/core/codes/ledger.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import {
  payAccountCalls as calls,
  type PayAccount,
  payAccountCommon,
} from '@trackway/core/features/pay-accounts/calls.ts'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import {
  type Handler,
  inTransaction,
  type SessionContext,
  serve,
  serveChange,
} from '../../platform/http/serve.ts'
import { by, type Session } from '../../platform/http/session.ts'
import { queueMail } from '../../platform/mail/queued-mails.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { providerNamed, settingsOfOne } from '../../platform/provider.ts'
import { findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { openFields, shownSetting, withKeptSecrets } from '../../platform/stored-setting.ts'
import { mayHold, move } from '../ledger/ledger.ts'
import { findBalances } from '../ledger/queries.ts'
import { findPrices } from '../prices/find-prices.ts'
import { readLevels } from '../prices/read-levels.ts'
import { payWaysOf } from './find-pay-account.ts'
import { compareIdentity, identify } from './identify.ts'
import { payAccountMails } from './mails.ts'
import { payProviders } from './providers/pay-providers.ts'
import {
  findPayAccountRow,
  findPayAccounts,
  findProfile,
  findSellers,
  isInUse,
  lockPayAccount,
  type PayAccountRow,
  saveProfile,
} from './queries.ts'
import { connectTo, isOffered, offeredPayProviders, payAccounts } from './stored-accounts.ts'

const add = { ...calls.add, input: settingsOfOne(payProviders, 'provider', payAccountCommon) }
const edit = {
  ...calls.edit,
  input: settingsOfOne(payProviders, 'provider', { id: rowId, ...payAccountCommon }),
}
type Common = { [Name in keyof typeof payAccountCommon]: z.output<(typeof payAccountCommon)[Name]> }

/** What all accounts have, and the settings of the provider. */
function partsOf({ name, isEnabled, isShared, ...settings }: Common & Record<string, unknown>) {
  return { common: { name, isEnabled, isShared }, settings }
}

const columnsOf = ({ name, isEnabled, isShared }: Common) => ({
  name,
  is_enabled: isEnabled,
  is_shared: isShared,
})

const commonOf = ({ name, is_enabled, is_shared }: PayAccountRow): Common => ({
  name,
  isEnabled: is_enabled,
  isShared: is_shared,
})

/** An account as calls return it; null where its provider is gone. */
function shown(
  db: Db,
  row: PayAccountRow,
  viewer: Pick<SessionContext<unknown>, 'scope' | 'session'>,
): PayAccount | null {
  const provider = providerNamed(payProviders, row.provider)
  if (!provider) return null
  const { id, account_id, username, create_time: createTime } = row
  const settings = payAccounts.settingsOf(row)
  const base = publicUrl()
  return {
    id,
    userId: account_id!,
    username,
    provider: provider.name,
    ...commonOf(row),
    isAllowed: row.mayOwn,
    isBlocked: row.blocked_time !== null,
    mayBlock: mayBlock(row, viewer),
    isReady: connectTo(provider.name, settings, { now: Date.now, db, payAccountId: id }) !== null,
    currencies: [...provider.currencies],
    settings: shownSetting(provider.settings, settings),
    hookUrl: base && `${base}/hooks/${provider.name}/${id}`,
    createTime,
  }
}

/** As whom somebody sells: administrators for the platform, whose id is null. */
const sellerIdOf = ({ account: { id, role } }: Session): number | null => (role === roles.admin ? null : id)

/** Whose customers' money it is says where it goes: nobody above him but administrators. */
function assertOwn(
  row: { account_id: number | null },
  { scope, session }: Pick<SessionContext<unknown>, 'scope' | 'session'>,
): void {
  if (row.account_id !== scope.accountId && session.account.role !== roles.admin)
    throw new Refusal('notFound')
}

/** @throws {Refusal} `notFound`, `payAccountsNotAllowed` */
function assertEditable(
  row: PayAccountRow,
  provider: string,
  context: Pick<SessionContext<unknown>, 'scope' | 'session'>,
): void {
  if (row.provider !== provider) throw new Refusal('notFound')
  if (!row.mayOwn) throw new Refusal('payAccountsNotAllowed')
  assertOwn(row, context)
}

/**
 * Whoever is above an agent says whether its account takes payments: it is switched off over the agent's head, and on
 * again by who did it or by somebody above him. The platform's own accounts are the administrators' alone.
 */
function mayBlock(
  row: PayAccountRow,
  { scope, session }: Pick<SessionContext<unknown>, 'scope' | 'session'>,
): boolean {
  if (row.account_id === scope.accountId || row.ownerRole === roles.admin) return false
  return (
    session.account.role === roles.admin || row.blockerPath === null || row.blockerPath.startsWith(scope.path)
  )
}

export const payAccountHandlers: readonly Handler[] = [
  serve(calls.list, async (context) => {
    const { db, scope, session } = context
    const sellerId = sellerIdOf(session)
    const { role, own_pay_accounts } = await findAccountRow(db, scope, scope.accountId)
    const rows = await findPayAccounts(db, scope)
    const own = new Set(rows.flatMap(({ id, account_id }) => (account_id === scope.accountId ? id : [])))
    return {
      list: rows.flatMap((row) => shown(db, row, context) ?? []),
      mayAdd: role === roles.admin || own_pay_accounts,
      providers: offeredPayProviders().map(({ name, label, currencies, isSandbox, settings }) => ({
        name,
        label,
        currencies: [...currencies],
        isSandbox: isSandbox === true,
        settings: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
      })),
      ways: (await payWaysOf(db, sellerId)).map(({ provider, currencies, payAccountId }) => ({
        provider,
        currencies: [...currencies],
        isOwn: own.has(payAccountId),
      })),
    }
  }),

  serve(add, async (context) => {
    const { db, scope, input, now } = context
    const { provider: name, ...given } = input
    const provider = providerNamed(payProviders, name)!
    const { common, settings } = partsOf(given)
    if (!isOffered(provider, settings)) throw new Refusal('sandboxOff')
    const { role, own_pay_accounts } = await findAccountRow(db, scope, scope.accountId)
    if (role !== roles.admin && !own_pay_accounts) throw new Refusal('payAccountsNotAllowed')
    const identity = await identify(provider, settings)
    return inTransaction(context, async (within) => {
      const { id } = await within.db
        .insertInto('pay_accounts')
        .values({
          account_id: scope.accountId,
          provider: provider.name,
          ...columnsOf(common),
          ...payAccounts.columnsOf(provider, settings),
          identity,
          create_time: now,
          change_time: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const after = { provider: name, ...common, ...openFields(provider.settings, settings) }
      await recordChange(within, 'payAccountAdded', scope.accountId, { after })
      return { id }
    })
  }),

  serve(edit, async (context) => {
    const { scope, input, now } = context
    const { id: givenId, provider: name, ...given } = input
    const id = givenId as number
    const provider = providerNamed(payProviders, name)
    if (!provider) throw new Refusal('notFound')
    const { common, settings } = partsOf(given)
    assertEditable(await findPayAccountRow(context.db, scope, id), name, context)
    const compared = await compareIdentity(context.db, scope, { id, provider, settings })
    await inTransaction(context, async (within) => {
      const { db } = within
      const row = await lockPayAccount(db, scope, id)
      assertEditable(row, name, context)
      const before = payAccounts.settingsOf(row)
      if (!isOffered(provider, settings)) throw new Refusal('sandboxOff')
      const isElsewhere =
        provider.destination.some((field) => (before[field] ?? null) !== (settings[field] ?? null)) ||
        !compared.isSame ||
        compared.changeTime !== row.change_time
      // The other account there knows nothing of payments that were begun elsewhere.
      if (isElsewhere && (await isInUse(db, row.id))) throw new Refusal('payAccountInUse')
      const kept = withKeptSecrets(provider.settings, settings, before, provider.destination)
      await db
        .updateTable('pay_accounts')
        .set({
          ...columnsOf(common),
          ...payAccounts.columnsOf(provider, kept),
          identity: compared.identity,
          change_time: now,
        })
        .where('id', '=', row.id)
        .execute()
      await recordChange(within, 'payAccountEdited', row.account_id, {
        before: { provider: name, ...commonOf(row), ...openFields(provider.settings, before) },
        after: { provider: name, ...common, ...openFields(provider.settings, kept) },
      })
    })
  }),

  serveChange(calls.block, async (context) => {
    const { db, scope, input, now } = context
    const row = await lockPayAccount(db, scope, input.id)
    if (!mayBlock(row, context)) throw new Refusal('notFound')
    const isBlocked = row.blocked_time !== null
    if (isBlocked === input.isBlocked) return
    const set = input.isBlocked
      ? { blocked_time: now, blocked_by: scope.accountId }
      : { blocked_time: null, blocked_by: null }
    await db.updateTable('pay_accounts').set(set).where('id', '=', row.id).execute()
    const named = { provider: row.provider, name: row.name }
    await recordChange(context, 'payAccountBlocked', row.account_id, {
      before: { ...named, isBlocked },
      after: { ...named, isBlocked: input.isBlocked },
    })
    await queueMail(db, payAccountMails, row.account_id!, now)
  }),

  serveChange(calls.remove, async (context) => {
    const { db, scope, input, now } = context
    const row = await lockPayAccount(db, scope, input.id)
    assertOwn(row, context)
    if (await isInUse(db, row.id)) throw new Refusal('payAccountInUse')
    await db
      .updateTable('pay_accounts')
      .set({ deleted_time: now, change_time: now, is_enabled: false, secret: null })
      .where('id', '=', row.id)
      .execute()
    const before = { provider: row.provider, ...commonOf(row) }
    await recordChange(context, 'payAccountDeleted', row.account_id, { before })
  }),

  serveChange(calls.allow, async (context) => {
    const { db, bus, scope, input } = context
    const agent = await findAccountBelow(db, scope, input.userId)
    if (!mayHold(agent.role)) throw new Refusal('notAnAgent')
    if (agent.own_pay_accounts === input.isAllowed) return
    await db
      .updateTable('accounts')
      .set({ own_pay_accounts: input.isAllowed })
      .where('id', '=', agent.id)
      .execute()
    await recordChange(context, 'payAccountsAllowed', agent.id, {
      before: { isAllowed: agent.own_pay_accounts },
      after: { isAllowed: input.isAllowed },
    })
    bus.publish('account.edited', { accountId: agent.id })
  }),

  serve(calls.sellers, async ({ db, scope, input }) =>
    findSellers(db, await findAccountRow(db, scope, input.id ?? scope.accountId), input),
  ),

  serve(calls.check, async ({ db, scope, input }) => {
    const { id } = await findAccountRow(db, scope, input.userId)
    const { sale } = await findPrices(db, id, 1, [])
    const ways = await payWaysOf(db, sale.sellerId)
    if (ways.length === 0) throw new Refusal('payTypeUnavailable')
  }),

  serve(calls.profile, async ({ db, scope, session }) => {
    const sellerId = sellerIdOf(session)
    const profile = await findProfile(db, sellerId)
    if (profile) return profile
    const level = (await readLevels(db, scope.accountId)).find(({ id }) => id === sellerId)
    return { name: level?.name ?? '', address: null, taxLabel: null, taxNumber: null, taxRate: 0 }
  }),

  serveChange(calls.saveProfile, async (context) => {
    const { db, scope, session, input, now } = context
    const sellerId = sellerIdOf(session)
    const before = await findProfile(db, sellerId)
    await saveProfile(db, sellerId, input, now)
    await recordChange(context, 'sellerProfile', scope.accountId, { before, after: input })
  }),

  serveChange(calls.payOut, async (context) => {
    const { db, scope, session, input, now } = context
    const { userId, currency, amount, remark } = input
    const agent = await findAccountBelow(db, scope, userId)
    if (!mayHold(agent.role)) throw new Refusal('notAnAgent')
    const before = await db
      .selectFrom('ledger_balances')
      .select('balance')
      .where('account_id', '=', agent.id)
      .where('asset', '=', owedAsset(currency))
      .forUpdate()
      .executeTakeFirst()
    // A second click would pay what is owed no more.
    const due = before?.balance ?? 0
    if (amount > 0 ? amount > due : amount < due) throw new Refusal('moreThanOwed')
    await move(db, {
      asset: currency,
      kind: 'payOut',
      amount,
      from: { owed: agent.id },
      to: 'paidOut',
      operatorId: by(session).actorId,
      remark,
      now,
    })
    const owed = (await findBalances(db, [agent.id])).get(agent.id)?.[owedAsset(currency)] ?? 0
    await recordChange(context, 'payOut', agent.id, {
      before: { owed: owed + amount, currency },
      after: { owed, currency },
    })
    return { owed }
  }),
]
