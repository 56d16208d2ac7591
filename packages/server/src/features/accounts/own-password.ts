import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import { type AccountRow, findAccountRow } from '../../platform/scope/find-account.ts'
import { countAttempt, forgiveAttempt, knownSession } from './login-attempts.ts'
import { isPassword } from './passwords.ts'

/**
 * Asks a signed-in user for his password again, before what could take the account away from him.
 * @throws {Refusal} `wrongPassword`, `tooManyAttempts`
 */
export async function checkOwnPassword(
  {
    db,
    scope,
    session,
    address,
    now,
    signal,
  }: Pick<SessionContext<unknown>, 'scope' | 'session' | 'address' | 'now' | 'signal'> & { db: Db },
  password: string,
): Promise<AccountRow> {
  const account = await findAccountRow(db, scope, scope.accountId)
  const attempt = { username: account.username, address, known: knownSession(session), now, signal }
  await countAttempt(db, attempt)
  if (!(await isPassword(account.password_hash, password))) throw new Refusal('wrongPassword')
  await forgiveAttempt(db, attempt)
  return account
}
