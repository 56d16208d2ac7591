import { usernamePattern } from '@trackway/core/rules/validation.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { AccountRow } from '../../platform/scope/find-account.ts'
import { accountStateOf } from './account-rows.ts'
import { isKnownBrowser } from './known-browsers.ts'
import {
  type Attempt,
  type Caller,
  countAttempt,
  countCode,
  forgiveAttempt,
  forgiveCode,
} from './login-attempts.ts'
import { isPassword } from './passwords.ts'
import { beginTwoFactor, confirmTwoFactor, findTwoFactorState, useCode } from './two-factor/queries.ts'

/** Who signs in, from where. */
interface SignIn extends Caller {
  username: string
  /** The token of a browser in which the account was signed in, as it was given. */
  browser: string | null
}

/**
 * Finds the account of this name and password, and of the code where one is required.
 * @returns the account, whether its browser is known already, and the recovery codes of one that set up its codes now
 * @throws {Refusal} `usernameMalformed`; `tooManyAttempts`; `wrongCredentials`, one answer in one time whether
 *   the name or the password was wrong; only to who knows the password: `accountExpired`, also while it is suspended,
 *   `codeNeeded`, `wrongCode`, `twoFactorDemanded`
 */
export async function checkCredentials(
  db: Db,
  from: SignIn,
  password: string,
  code: string | undefined,
): Promise<{ account: AccountRow; isKnown: boolean; recoveryCodes?: string[] }> {
  const { account, attempt } = await checkPassword(db, from, password)
  const isKnown = attempt.known !== null
  const { sinceTime, isDemanded } = await findTwoFactorState(db, account)
  if (sinceTime === null && !isDemanded) {
    await forgiveAttempt(db, attempt)
    return { account, isKnown }
  }
  // The attempt counts until the code is right: else who knows the password could guess codes for free.
  if (code === undefined) throw new Refusal(sinceTime === null ? 'twoFactorDemanded' : 'codeNeeded')
  await countCode(db, account.id, attempt.known, from.now)
  const recoveryCodes =
    sinceTime === null ? await confirmTwoFactor(db, account.id, code, from.now) : undefined
  const isRight = sinceTime === null ? recoveryCodes !== null : await useCode(db, account.id, code, from.now)
  if (!isRight) throw new Refusal('wrongCode')
  await forgiveCode(db, account.id, attempt.known)
  await forgiveAttempt(db, attempt)
  return { account, isKnown, ...(recoveryCodes && { recoveryCodes }) }
}

/**
 * The secret for the app of an account that must sign in with a code and has none yet.
 * @throws {Refusal} what `checkPassword` does; `notFound` where nothing is to be set up
 */
export async function enrol(
  db: Db,
  from: SignIn,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { account, attempt } = await checkPassword(db, from, password)
  const { sinceTime, isDemanded } = await findTwoFactorState(db, account)
  if (sinceTime !== null || !isDemanded) throw new Refusal('notFound')
  await forgiveAttempt(db, attempt)
  return beginTwoFactor(db, account, from.now)
}

/** The attempt is counted; a successful sign-in removes it again. */
async function checkPassword(
  db: Db,
  { browser, ...from }: SignIn,
  password: string,
): Promise<{ account: AccountRow; attempt: Attempt }> {
  if (!usernamePattern.test(from.username)) throw new Refusal('usernameMalformed')
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['username']), '=', from.username.toLowerCase()))
    .executeTakeFirst()
  const isKnown = account !== undefined && browser !== null && isKnownBrowser(account, browser, from.now)
  const attempt = { ...from, known: isKnown ? browser : null }
  await countAttempt(db, attempt)
  if (!(await isPassword(account?.password_hash, password)) || account === undefined) {
    throw new Refusal('wrongCredentials')
  }
  if (accountStateOf(account, from.now) !== 'active') {
    await forgiveAttempt(db, attempt)
    throw new Refusal('accountExpired')
  }
  return { account, attempt }
}
