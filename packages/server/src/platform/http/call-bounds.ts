import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../networks.ts'
import { tokenOf } from './session-cookie.ts'

const keptMs = 10 * 60_000
const mostKept = 50_000

/**
 * By what calls are counted: those of who is signed in by the session, so that others behind the same address, or behind
 * a proxy that is not trusted, take nothing from them; all others by the address. A session that anybody may begin is none.
 */
export function createCallBounds(now: () => number) {
  /** Sessions that were found lately, by a digest of their token: whether others are real is not looked up here. */
  const found = new Map<string, number>()
  const digestOf = ({ headers }: FastifyRequest) => {
    const token = tokenOf(headers)
    return token === null ? '' : createHash('sha256').update(token).digest('base64')
  }
  return {
    keyOf(request: FastifyRequest): string {
      const digest = digestOf(request)
      const isFound = (found.get(digest) ?? 0) > now() - keptMs
      return isFound ? `session ${digest}` : networkOf(request.ip, 'customer')
    },
    /** Once it was answered. */
    note(request: FastifyRequest): void {
      if (request.session === null || request.session.account.isDemo) return
      const digest = digestOf(request)
      found.delete(digest)
      found.set(digest, now())
      if (found.size > mostKept) found.delete(found.keys().next().value as string)
    },
  }
}
