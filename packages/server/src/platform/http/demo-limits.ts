import { ConcurrencyLimit } from './concurrency-limit.ts'
import type { Session } from './session.ts'

/**
 * Anybody may sign in to the demo account, as often as he likes: what is costly is made by each of its sessions two at
 * a time, and by all of them together within a share of the database that leaves the rest to everybody else.
 */

const perSession = 2
/** A page with several figures asks for all of them at once: the others wait for their turn. */
const waitingPerSession = 10
const ofAll = 6
const waitingOfAll = 200

const all = new ConcurrencyLimit(ofAll, waitingOfAll)
const sessions = new Map<string, { limit: ConcurrencyLimit; calls: number }>()

/**
 * @returns how to leave again; who goes away (the signal) has left
 * @throws {Refusal} `unavailable` where too many of the session, or of all, wait already
 */
export async function enterDemo(
  { tokenHash }: Pick<Session, 'tokenHash'>,
  signal: AbortSignal,
): Promise<() => void> {
  const key = tokenHash.toString('base64')
  const session = sessions.get(key) ?? {
    limit: new ConcurrencyLimit(perSession, waitingPerSession),
    calls: 0,
  }
  sessions.set(key, session)
  session.calls++
  const forget = () => {
    if (--session.calls === 0) sessions.delete(key)
  }
  try {
    const leaveSession = await session.limit.enter(signal)
    try {
      const leaveAll = await all.enter(signal)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        leaveAll()
        leaveSession()
        forget()
      }
    } catch (error) {
      leaveSession()
      throw error
    }
  } catch (error) {
    forget()
    throw error
  }
}
