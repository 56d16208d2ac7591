import { type RefusalName, resultCodes } from '@trackway/core/codes/results.ts'

/** What was wrong with a value of an input. */
export interface InputIssue {
  path: string
  /** What can be matched on: the name of a rule (`core/rules`), or the schema's own code. */
  reason: string
  /** Characters that a text may have, where it has more. */
  longest?: number
}

/** A rule refused the call: the caller gets the code and a text in its language. Everything else that is thrown is our fault. */
export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly issues: InputIssue[] | undefined
  /** How many rows prevent it, where its text names a number. */
  readonly count: number | undefined
  /** After how long the same may be tried again, where that is known. */
  readonly retryAfterMs: number | undefined

  constructor(
    refusal: RefusalName,
    options: { cause?: unknown; issues?: InputIssue[]; count?: number; retryAfterMs?: number } = {},
  ) {
    super(refusal, { cause: options.cause })
    this.refusal = refusal
    this.issues = options.issues
    this.count = options.count
    this.retryAfterMs = options.retryAfterMs
  }

  get code(): number {
    return resultCodes[this.refusal]
  }
}

/** For a query that must find a row: `executeTakeFirstOrThrow(refusal('notFound'))`. */
export const refusal = (name: RefusalName) => () => new Refusal(name)

interface DatabaseFailure {
  code: string
  constraint?: string
}

function hasSqlState(error: unknown, state: string): error is DatabaseFailure {
  return error instanceof Error && (error as Partial<DatabaseFailure>).code === state
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return hasSqlState(error, '23505') && (constraint === undefined || error.constraint === constraint)
}

export function isForeignKeyViolation(error: unknown): boolean {
  return hasSqlState(error, '23503')
}

/** What an exclusion constraint keeps apart overlaps. */
export function isExclusionViolation(error: unknown): boolean {
  return hasSqlState(error, '23P01')
}

/** SQLSTATE classes and codes that say the server is gone, going or coming: asking again later may work. */
const awayStates = /^(?:08|57P0[123]|53300)/

/** Did this fail because the database cannot be reached, rather than because of the query? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as Partial<DatabaseFailure>).code ?? ''
  if (awayStates.test(code) || /^E(?:CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND)/.test(code) || code === 'ENOENT')
    return true
  // node-postgres gives these no code.
  return /connection terminated|timeout exceeded when trying to connect|not queryable/i.test(error.message)
}
