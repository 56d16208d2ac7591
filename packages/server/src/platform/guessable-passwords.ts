import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { loadWhenUsed } from './load-when-used.ts'

/** zxcvbn's scale from 0 to 4: below this a million guesses are enough. */
const leastScore = 2
const productName = 'trackway'
/** The estimate takes the longer the more signs it is given; so many are enough to judge by. */
const mostJudged = 64

const core = loadWhenUsed<typeof import('@zxcvbn-ts/core')>('@zxcvbn-ts/core')
const language = loadWhenUsed<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common')

/** Its words take 4 MB: it is made again where it was not used for so long that they were collected. */
let made: WeakRef<ZxcvbnFactory> | undefined

function estimator(): ZxcvbnFactory {
  const kept = made?.deref()
  if (kept) return kept
  const { dictionary, adjacencyGraphs: graphs } = language()
  const { ZxcvbnFactory: Estimator } = core()
  const fresh = new Estimator({ dictionary, graphs })
  made = new WeakRef(fresh)
  return fresh
}

/**
 * Is this among the passwords that are guessed first: a common one, a repetition, a row of keys, or the names with a
 * year behind them?
 * @param names what a stranger knows of the account: its names
 */
export function isGuessablePassword(password: string, names: readonly (string | null)[] = []): boolean {
  const known = [productName, ...names.filter((name) => name !== null)]
  return estimator().check(password.slice(0, mostJudged), known).score < leastScore
}
