/** Which protocol do the first bytes of a connection speak? */

import type { Protocol } from './protocol.ts'

/** Protocols of any session type; the caller keeps codec and session together. */
// biome-ignore lint/suspicious/noExplicitAny: a list holds codecs of different session types
export type AnyProtocol = Protocol<any>

/**
 * The first protocol that is sure; `more` while one may still come to be; `none` when all are excluded.
 * @param protocols in the order in which they are tried
 */
export function detectProtocol(
  head: Uint8Array,
  protocols: readonly AnyProtocol[],
): { protocol: AnyProtocol } | 'more' | 'none' {
  let isOpen = false
  for (const protocol of protocols) {
    const verdict = protocol.detect(head)
    if (verdict === 'yes') return { protocol }
    if (verdict === 'more') isOpen = true
  }
  return isOpen ? 'more' : 'none'
}
