/**
 * What to do after a failed commit.
 * `values`: PostgreSQL refuses what was to be written, and would again.
 * `repeat`: a position is there already, which the plain statement does not look for.
 * `schema`: PostgreSQL refuses it for a reason this version does not know: the tables are no longer those it was
 * written for. The same batch will do for a version that knows them, so nothing of it is given up.
 * `wait`: the database is away, starting, full or busy; the same batch will do later.
 */
export type CommitFailure = 'values' | 'repeat' | 'schema' | 'wait'

/** Classes of SQLSTATE by which PostgreSQL answers a statement that does not fit the tables, or may not use them. */
const schemaClasses = new Set(['0A', '23', '42', '54', 'P0'])
const dataException = '22'
/** JSON nested deeper than PostgreSQL reads. The statement is always the same, so it is the values. */
const statementTooComplex = '54001'
const uniqueViolation = '23505'
const checkViolation = '23514'

/** The checks of the tables that a commit writes; one of another name is of a version that we do not know. */
export const knownChecks: ReadonlySet<string> = new Set(['alarms_phase_check', 'alarms_source_check'])
/** The key of `positions`, which each of its partitions has under its own name. */
const positionsKey = /^positions\w*_pkey$/

/** No check of ours: the partition that a row was on its way to was made smaller by one that was attached meanwhile. */
export function isMadeSmaller(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === checkViolation && constraint === undefined
}

export function commitFailureOf(error: unknown): CommitFailure {
  const { code, constraint = '' } = error as { code?: unknown; constraint?: string }
  // Errors of the connection have codes like ECONNREFUSED, or none.
  if (typeof code !== 'string' || code.length !== 5) return 'wait'
  if (code === uniqueViolation && positionsKey.test(constraint)) return 'repeat'
  if (isMadeSmaller(error)) return 'wait'
  if (code.startsWith(dataException) || code === statementTooComplex) return 'values'
  if (code === checkViolation && knownChecks.has(constraint)) return 'values'
  return schemaClasses.has(code.slice(0, 2)) ? 'schema' : 'wait'
}
