import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

type Purpose = 'bind' | 'password'

const lastsMs: Record<Purpose, number> = { bind: 24 * 3_600_000, password: 30 * 60_000 }
/** One address may belong to several accounts; the mail names so many of them. */
const accountsOfAddress = 5
const hashOf = (token: string) => createHash('sha256').update(token).digest()

export async function boundEmail(db: Db, accountId: number) {
  return await db
    .selectFrom('bound_emails')
    .select(['email', 'bind_time'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function unbindEmail(db: Db, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('bound_emails')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A link that is used once; earlier ones of the purpose end. @returns its token, of which the hash is kept */
export async function makeLink(
  db: Db,
  { accountId, purpose, email }: { accountId: number; purpose: Purpose; email: string },
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('mail_links')
      .where((eb) =>
        eb.or([
          eb('expire_time', '<=', now),
          eb.and([eb('account_id', '=', accountId), eb('purpose', '=', purpose)]),
        ]),
      )
      .execute()
    await tx
      .insertInto('mail_links')
      .values({
        token_hash: hashOf(token),
        account_id: accountId,
        purpose,
        email,
        expire_time: now + lastsMs[purpose],
      })
      .execute()
  })
  return token
}

/** Uses a link up. @returns whose it is; undefined: it was used, replaced, ran out or never was */
export async function takeLink(db: Db, token: string, purpose: Purpose, now: number) {
  return await db
    .deleteFrom('mail_links')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expire_time', '>', now)
    .returning(['account_id', 'email'])
    .executeTakeFirst()
}

export async function bindEmail(db: Db, accountId: number, email: string, now: number): Promise<void> {
  const values = { email, bind_time: now }
  await db
    .insertInto('bound_emails')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

/** Accounts of this user name or bound address to which a link for a new password may go. */
export async function accountsToRemind(db: Db, name: string, now: number) {
  return await db
    .selectFrom('bound_emails')
    .innerJoin('accounts', 'accounts.id', 'bound_emails.account_id')
    .select(['accounts.id', 'username', 'language', 'bound_emails.email'])
    .where(sql<boolean>`lower(username) = lower(${name}) or lower(bound_emails.email) = lower(${name})`)
    .where('is_demo', '=', false)
    .where((eb) => eb.or([eb('expire_time', 'is', null), eb('expire_time', '>', now)]))
    .limit(accountsOfAddress)
    .execute()
}
