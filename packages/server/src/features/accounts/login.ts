import { usernamePattern } from '@trackway/core/rules/validation.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { AccountRow } from '../../platform/scope/find-account.ts'
import { type Attempt, countAttempt, forgiveAttempt } from './login-attempts.ts'
import { isPassword } from './passwords.ts'

/**
 * Whose are this name and password?
 * @throws {Refusal} `usernameMalformed`; `tooManyAttempts`; `wrongCredentials`, one answer in one time whether
 *   the name or the password was wrong; `accountExpired`, only to who knows the password
 */
export async function checkCredentials(db: Db, attempt: Attempt, password: string): Promise<AccountRow> {
  if (!usernamePattern.test(attempt.username)) throw new Refusal('usernameMalformed')
  await countAttempt(db, attempt)
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['username']), '=', attempt.username.toLowerCase()))
    .executeTakeFirst()
  if (!(await isPassword(account?.password_hash, password)) || account === undefined) {
    throw new Refusal('wrongCredentials')
  }
  await forgiveAttempt(db, attempt)
  if (account.expire_time !== null && account.expire_time <= attempt.now) throw new Refusal('accountExpired')
  return account
}
