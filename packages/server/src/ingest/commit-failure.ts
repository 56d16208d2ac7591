/**
 * What to do after a failed commit.
 * `values`: PostgreSQL refuses what was to be written, and would again.
 * `repeat`: a position is there already, which the plain statement does not look for.
 * `wait`: the database is away, starting, full or busy; the same batch will do later.
 */
export type CommitFailure = 'values' | 'repeat' | 'wait'

/** Classes of SQLSTATE that blame the data: data exception, integrity, limits exceeded. */
const valueClasses = new Set(['22', '23', '54'])
const uniqueViolation = '23505'
const checkViolation = '23514'

/** No check of ours: the partition that a row was on its way to was made smaller by one that was attached meanwhile. */
export function isMadeSmaller(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === checkViolation && constraint === undefined
}

export function commitFailureOf(error: unknown): CommitFailure {
  const { code } = error as { code?: unknown }
  // Errors of the connection have codes like ECONNREFUSED, or none.
  if (typeof code !== 'string' || code.length !== 5) return 'wait'
  if (code === uniqueViolation) return 'repeat'
  if (isMadeSmaller(error)) return 'wait'
  return valueClasses.has(code.slice(0, 2)) ? 'values' : 'wait'
}
