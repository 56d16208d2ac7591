import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { isPrivate } from '../networks.ts'

/**
 * A proxy in front that `TRUST_PROXY` does not name: all who come through it count as one address, its own. Its
 * requests show it, for they say for whom they are. Anybody can write that, so a stranger's word counts only where most
 * requests bring it.
 */

const windowMs = 3_600_000
const mostPeers = 50

interface Counts {
  requests: number
  byPeer: Map<string, number>
}
const none = (): Counts => ({ requests: 0, byPeer: new Map() })
const seen = { beginTime: 0, before: none(), now: none() }
let isLogged = false

/** Counts a request, and whether one who is not trusted says for whom it is. */
export function noteForwarded({ headers, ips, socket }: FastifyRequest, log: Log, now: number): void {
  if (now - seen.beginTime > windowMs)
    Object.assign(seen, {
      beginTime: now,
      before: now - seen.beginTime > 2 * windowMs ? none() : seen.now,
      now: none(),
    })
  const { byPeer } = seen.now
  seen.now.requests++
  const isTrusted = ips !== undefined && ips.length > 1
  const peer = socket.remoteAddress
  if (isTrusted || peer === undefined || headers['x-forwarded-for'] === undefined) return
  if (byPeer.size < mostPeers || byPeer.has(peer)) byPeer.set(peer, (byPeer.get(peer) ?? 0) + 1)
  if (isLogged || untrustedProxy() === null) return
  isLogged = true
  log.warn({ event: 'untrustedProxy', remoteAddress: peer }, 'set TRUST_PROXY: a proxy is not trusted')
}

/** The address of such a proxy in the last hour or two; null: there is none. */
export function untrustedProxy(): string | null {
  const { before, now } = seen
  const countOf = (peer: string) => (before.byPeer.get(peer) ?? 0) + (now.byPeer.get(peer) ?? 0)
  const peers = [...new Set([...before.byPeer.keys(), ...now.byPeer.keys()])]
  const isProxy = (peer: string) => isPrivate(peer) || 2 * countOf(peer) >= before.requests + now.requests
  const [most] = peers.filter(isProxy).sort((a, b) => countOf(b) - countOf(a))
  return most?.replace(/^::ffff:/, '') ?? null
}
