import { lazy } from '@trackway/core/lazy.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** zxcvbn's scale from 0 to 4: below this a million guesses are enough. */
const leastScore = 2
const productName = 'trackway'
/** The estimate takes the longer the more signs it is given; so many are enough to judge by. */
const mostJudged = 64

const estimator = lazy(() => new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }))

/**
 * Is this among the passwords that are guessed first: a common one, a repetition, a row of keys, or the names with a
 * year behind them?
 * @param names what a stranger knows of the account: its names
 */
export function isGuessablePassword(password: string, names: readonly (string | null)[] = []): boolean {
  const known = [productName, ...names.filter((name) => name !== null)]
  return estimator().check(password.slice(0, mostJudged), known).score < leastScore
}
