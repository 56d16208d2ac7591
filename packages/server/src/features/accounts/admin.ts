import { roles } from '@trackway/core/codes/roles.ts'
import type { Database } from '../../platform/database/database.ts'
import { forgetAttemptsAt } from './login-attempts.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { endAccess } from './sessions.ts'

const adminId = 1

/**
 * Makes sure that the root account exists: id 1, user name `admin`.
 * @param password for an account that is created now; an existing one keeps its own
 * @returns the password if a random one was made: it is known nowhere else
 */
export async function ensureAdmin(
  database: Pick<Database, 'db'>,
  password: string | undefined,
): Promise<{ createdPassword: string | null }> {
  const { db } = database
  const existing = await db.selectFrom('accounts').select('id').where('id', '=', adminId).executeTakeFirst()
  if (existing !== undefined) return { createdPassword: null }
  const ownPassword = password ?? randomPassword()
  const created = await db
    .insertInto('accounts')
    .values({
      id: adminId,
      parent_id: null,
      path: `/${adminId}/`,
      username: 'admin',
      password_hash: await hashPassword(ownPassword),
      role: roles.admin,
      create_time: Date.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  const isOurs = created !== undefined && password === undefined
  return { createdPassword: isOurs ? ownPassword : null }
}

/** Sets a password from the command line and ends all that opened the account. @returns whether there is such an account */
export async function setPassword(
  database: Pick<Database, 'db'>,
  username: string,
  password: string,
): Promise<boolean> {
  const { db } = database
  const account = await db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(password) })
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .returning('id')
    .executeTakeFirst()
  if (account === undefined) return false
  await forgetAttemptsAt(db, username)
  await endAccess(db, account.id, Date.now())
  return true
}
