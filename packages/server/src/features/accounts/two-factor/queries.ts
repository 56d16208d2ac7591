import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { pathEnd } from '../../../platform/scope/scope-sql.ts'
import { type SealedColumn, seal, unseal } from '../../../platform/secrets.ts'
import { base32, keyUri, stepOf } from './totp.ts'

const secretBytes = 20
const recoveryCodeCount = 10
/** Letters and digits that cannot be taken for one another; twelve of them are 59 bits. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoverySigns = 12
const purpose = 'two-factor'
export const twoFactorSecrets: SealedColumn = {
  table: 'two_factor',
  id: 'account_id',
  column: 'secret',
  purpose,
}

export interface TwoFactorState {
  /** Since when codes are required; null: they are not. */
  sinceTime: number | null
  recoveryCodesLeft: number
  isDemanded: boolean
}

/** Must this account sign in with a code? */
export async function findTwoFactorState(
  db: Db,
  { id, path }: { id: number; path: string },
): Promise<TwoFactorState> {
  const own = await db
    .selectFrom('two_factor')
    .select(['confirm_time', sql<number>`cardinality(recovery_hashes)`.as('codes')])
    .where('account_id', '=', id)
    .executeTakeFirst()
  const above = path.split('/').slice(1, -2).map(Number)
  const rule = await db
    .selectFrom('two_factor_rules')
    .select('account_id')
    .where(sql<boolean>`account_id = any(${above}::int[])`)
    .limit(1)
    .executeTakeFirst()
  return {
    sinceTime: own?.confirm_time ?? null,
    recoveryCodesLeft: own?.confirm_time == null ? 0 : own.codes,
    isDemanded: rule !== undefined,
  }
}

/**
 * A new secret, which counts for nothing until a code made with it was given.
 * @throws {Refusal} `twoFactorIsOn`
 */
export async function beginTwoFactor(
  db: Db,
  { id, username }: { id: number; username: string },
  now: number,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(secretBytes)
  const values = { secret: seal(secret.toString('hex'), purpose), begin_time: now, last_step: 0 }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('two_factor')
    .values({ account_id: id, ...values })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(values).where('two_factor.confirm_time', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('twoFactorIsOn')
  return { secret: base32(secret), uri: keyUri(secret, username) }
}

/** Puts a secret in force by a code made with it. @returns recovery codes; null: the code is wrong, or nothing was begun */
export async function confirmTwoFactor(
  db: Db,
  accountId: number,
  code: string,
  now: number,
): Promise<string[] | null> {
  const secret = await takeCode(db, accountId, code, now, { isBegun: true })
  if (secret === null) return null
  const codes = newRecoveryCodes()
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ confirm_time: now, recovery_hashes: codes.map((each) => hashOf(secret, each)) })
    .where('account_id', '=', accountId)
    .where('confirm_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : codes
}

/** Uses up a code of the app, or a recovery code. @returns false: it is wrong, or was used already */
export async function useCode(db: Db, accountId: number, code: string, now: number): Promise<boolean> {
  return (
    (await takeCode(db, accountId, code, now, { isBegun: false })) !== null ||
    (await takeRecoveryCode(db, accountId, code))
  )
}

/** @throws {Refusal} `notFound` where codes are not in force */
export async function replaceRecoveryCodes(db: Db, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const secret = (await findSecret(db, accountId, { isBegun: false }))?.secret
  if (!secret) throw new Refusal('notFound')
  await db
    .updateTable('two_factor')
    .set({ recovery_hashes: codes.map((each) => hashOf(secret, each)) })
    .where('account_id', '=', accountId)
    .execute()
  return codes
}

/** @returns false when there was none in force */
export async function endTwoFactor(db: Db, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('two_factor')
    .where('account_id', '=', accountId)
    .where('confirm_time', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function requiresCodesBelow(db: Db, accountId: number): Promise<boolean> {
  const rule = await db
    .selectFrom('two_factor_rules')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return rule !== undefined
}

/** Demands codes of all below. @returns how many sessions were ended, of accounts that have none */
export async function requireCodesBelow(db: Db, { accountId, path }: Scope, now: number): Promise<number> {
  await db
    .insertInto('two_factor_rules')
    .values({ account_id: accountId, create_time: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // A link to one device was made by its holder and signs in to nothing else.
  const { numAffectedRows = 0n } = await sql`
    delete from sessions s using accounts a
    where a.id = s.account_id and a.path > ${path} and a.path < ${pathEnd(path)} and s.device_id is null
      and not exists (select from two_factor t where t.account_id = a.id and t.confirm_time is not null)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

export async function stopRequiringCodes(db: Db, { accountId }: Scope): Promise<void> {
  await db.deleteFrom('two_factor_rules').where('account_id', '=', accountId).execute()
}

/** The secret of an account as it is sealed, and as it is; null: there is none, or it does not open. */
async function findSecret(
  db: Db,
  accountId: number,
  { isBegun }: { isBegun: boolean },
): Promise<{ sealed: Buffer; secret: Buffer } | null> {
  const row = await db
    .selectFrom('two_factor')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('confirm_time', isBegun ? 'is' : 'is not', null)
    .executeTakeFirst()
  const secret = row && unseal(row.secret, purpose)
  return row && secret ? { sealed: row.secret, secret: Buffer.from(secret, 'hex') } : null
}

/** @returns the secret that the code was made with; null: it is wrong, or was used already */
async function takeCode(
  db: Db,
  accountId: number,
  code: string,
  now: number,
  which: { isBegun: boolean },
): Promise<Buffer | null> {
  const found = await findSecret(db, accountId, which)
  if (found === null) return null
  const { sealed, secret } = found
  const step = stepOf(secret, code.replaceAll(/\s/g, ''), now)
  if (step === null) return null
  // Of two that send one code at the same instant, one gets in; and no code of an earlier step follows a later one.
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .where('secret', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? secret : null
}

async function takeRecoveryCode(db: Db, accountId: number, code: string): Promise<boolean> {
  const found = await findSecret(db, accountId, { isBegun: false })
  if (found === null) return false
  const hash = hashOf(found.secret, code)
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ recovery_hashes: sql`array_remove(recovery_hashes, ${hash}::bytea)` })
    .where('account_id', '=', accountId)
    .where('confirm_time', 'is not', null)
    .where(sql<boolean>`${hash}::bytea = any(recovery_hashes)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const signs = Array.from(
      { length: recoverySigns },
      () => recoveryAlphabet[randomInt(recoveryAlphabet.length)],
    )
    return signs.join('').replace(/^(.{4})(.{4})/, '$1-$2-')
  })
}

/** Under the account's own secret, so that the codes outlive the key of the platform. */
function hashOf(secret: Buffer, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
}
