import type {
  NotificationRule,
  notificationRuleCalls,
} from '@trackway/core/features/notifications/rule-calls.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { camelRow, snakeRow } from '../../../platform/database/camel-row.ts'
import type { Db } from '../../../platform/database/database.ts'
import { ensureRoom } from '../../../platform/database/ensure-room.ts'
import { type Page, type Paging, readPage } from '../../../platform/database/read-page.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { Refusal, refusal } from '../../../platform/errors.ts'
import { findGroups } from '../../../platform/http/groups-of-scope.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { findAccountRow } from '../../../platform/scope/find-account.ts'
import { accountsIn } from '../../../platform/scope/scope-sql.ts'
import {
  lockSettings,
  requestedAccount,
  requestedAccounts,
  type SettingsRequest,
} from './requested-accounts.ts'
import { severityName, severityNumber } from './severities.ts'

/** Rules of an account: which alarms it sends, to whom, and how. */

type RuleInput = z.output<typeof notificationRuleCalls.save.input>
export type RuleRow = Selectable<Tables['notification_rules']>

const maxRules = 100

export async function findRules(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, ...request }: Paging & SettingsRequest,
): Promise<Page<NotificationRule>> {
  const found = db
    .selectFrom('notification_rules')
    .innerJoin('accounts', 'accounts.id', 'notification_rules.account_id')
    .where(await requestedAccounts(db, scope, request))
    .selectAll('notification_rules')
    .select('username')
    .orderBy('accounts.path')
    .orderBy('notification_rules.id')
  const { list: rows, total } = await readPage(found, { pageNum, pageSize })
  return { list: rows.map(toRule), total }
}

/**
 * Adds a rule, or changes the one named. Receivers are of its account.
 * @throws {Refusal} `notFound`, also for a stranger's rule, account, group or receiver; `tooManyEntries`
 */
export async function saveRule(db: Db, scope: Scope, input: RuleInput, now: number): Promise<{ id: number }> {
  return await db.transaction().execute(async (tx) => {
    const { id } = input
    const accountId =
      id === undefined
        ? (await requestedAccount(tx, scope, input.userId)).id
        : await findEntryAccount(tx, scope, 'notification_rules', id)
    await lockSettings(tx, accountId)
    await assertReceivers(tx, accountId, [...input.receiverIds, ...input.escalateTo])
    const { path } = await findAccountRow(tx, scope, accountId)
    await findGroups(tx, { path }, input.groupIds ?? [])
    const columns = toColumns(input)
    if (id !== undefined) {
      await tx.updateTable('notification_rules').set(columns).where('id', '=', id).execute()
      return { id }
    }
    await ensureRoom(tx, 'notification_rules', accountId, maxRules, 'tooManyEntries')
    return await tx
      .insertInto('notification_rules')
      .values({ ...columns, account_id: accountId, create_time: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

/** @throws {Refusal} `notFound`, also for a stranger's rule */
export async function deleteRule(db: Db, scope: Scope, id: number): Promise<void> {
  const accountId = await findEntryAccount(db, scope, 'notification_rules', id)
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('notification_rules').where('id', '=', id).execute()
    // A fence whose last rule is deleted is covered by the others again.
    await sql`update fences set rule_ids = nullif(array_remove(rule_ids, ${id}), '{}')
      where account_id = ${accountId} and ${id} = any(rule_ids)`.execute(tx)
  })
}

type EntryTable = 'notification_rules' | 'notification_receivers'

/** Whose entry it is. @throws {Refusal} `notFound`, also for a stranger's */
export async function findEntryAccount(db: Db, scope: Scope, table: EntryTable, id: number): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`id = (select account_id from ${sql.table(table)} where id = ${id})`)
    .where(accountsIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  return row.id
}

async function assertReceivers(tx: Db, accountId: number, ids: readonly number[]): Promise<void> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return
  const found = await tx
    .selectFrom('notification_receivers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', uniqueIds)
    .execute()
  if (found.length < uniqueIds.length) throw new Refusal('notFound')
}

const toColumns = ({ id: _, userId: _owner, ...rule }: RuleInput) => ({
  ...snakeRow(rule),
  codes: rule.codes && [...new Set(rule.codes)],
  severity: severityNumber(rule.severity),
  receiver_ids: [...new Set(rule.receiverIds)],
  escalate_to: [...new Set(rule.escalateTo)],
})

function toRule({ account_id, create_time, ...row }: RuleRow & { username: string }): NotificationRule {
  return {
    ...camelRow(row),
    userId: account_id,
    severity: severityName(row.severity),
    codes: row.codes as NotificationRule['codes'],
  }
}
