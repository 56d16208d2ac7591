import { randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { lazy } from '@trackway/core/lazy.ts'
import { Refusal } from '../../platform/errors.ts'
import { isGuessablePassword } from '../../platform/guessable-passwords.ts'

/** argon2id with the first of the parameters OWASP's Password Storage Cheat Sheet recommends. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Letters and digits that cannot be taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

const dummyHash = lazy(() => hashPassword(randomBytes(32).toString('hex')))

/**
 * Is this the password? Without a hash, because no account has that name, the same work is done on a hash
 * nobody knows the password of, so that the time taken does not reveal whether the name exists.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  // Made at the first question, whatever it is, so that no later one takes longer.
  const noPassword = await dummyHash()
  const isRight = await verify(passwordHash ?? noPassword, password)
  return isRight && passwordHash !== undefined
}

/** A password to be shown once and typed by a person: 14 signs, over 80 bits. */
export function randomPassword(): string {
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * @param names those of the account
 * @throws {Refusal} `commonPassword` for one that is guessed first
 */
export function refuseGuessable(password: string, names: readonly (string | null)[]): void {
  if (isGuessablePassword(password, names)) throw new Refusal('commonPassword')
}
