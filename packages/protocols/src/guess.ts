/** Which protocol may an unknown stream be of? Each one reads it, and what it understood is counted. */
import type { AnyProtocol } from './detect.ts'
import type { MessageKind, Problem } from './protocol.ts'

export interface Guess {
  protocol: string
  /** Share of the bytes that are in frames it understood, and between them, 0 to 1. */
  fits: number
  /** Does a stream of this protocol begin like this? `more`: too few bytes to decide. */
  begins: 'yes' | 'no' | 'more'
  /** Frames by what they are; `malformed` and `unknown` are not understood. */
  kinds: { [kind in MessageKind]?: number }
  /** The dialect that the content gives away. */
  dialect?: string
  /** Terminal id of the first frame that names one. */
  terminalId?: string
  /** Why the first malformed frame is none. */
  problem?: Problem
}

const undecodedKinds: readonly MessageKind[] = ['malformed', 'unknown']
/** A stream of single bytes that are each a frame shows nothing more. */
const maxFrames = 10_000
const beginnings = ['yes', 'more', 'no']

/** What each protocol makes of the bytes of one connection, the best first. */
export function guessProtocols(bytes: Uint8Array, protocols: readonly AnyProtocol[], now: number): Guess[] {
  const guesses = protocols.map((protocol) => guessOf(bytes, protocol, now))
  return guesses.sort(
    (a, b) => b.fits - a.fits || beginnings.indexOf(a.begins) - beginnings.indexOf(b.begins),
  )
}

function guessOf(bytes: Uint8Array, protocol: AnyProtocol, now: number): Guess {
  const session = protocol.newSession()
  const guess: Guess = { protocol: protocol.name, fits: 0, begins: protocol.detect(bytes), kinds: {} }
  let decoded = 0
  let rest = bytes
  for (let frames = 0; frames < maxFrames && rest.length > 0; ) {
    const { frame, consumed, fatal } = protocol.frame(rest, session)
    if (frame) {
      frames++
      if (readFrame(frame, protocol, session, now, guess)) decoded += consumed
    }
    if (fatal || consumed === 0) break
    rest = rest.subarray(consumed)
  }
  const { seenDialect } = session as { seenDialect?: string | null }
  if (seenDialect) guess.dialect = seenDialect
  if (bytes.length > 0) guess.fits = Math.round((1_000 * decoded) / bytes.length) / 1_000
  return guess
}

/** @returns whether it was understood */
function readFrame(
  frame: Uint8Array,
  protocol: AnyProtocol,
  session: unknown,
  now: number,
  guess: Guess,
): boolean {
  let isDecoded = true
  for (const { kind, identity, problem } of protocol.decode(frame, session, now)) {
    guess.kinds[kind] = (guess.kinds[kind] ?? 0) + 1
    if (undecodedKinds.includes(kind)) isDecoded = false
    const [id] = identity?.terminalIds ?? []
    if (id !== undefined) guess.terminalId ??= id
    if (problem !== undefined) guess.problem ??= problem
  }
  return isDecoded
}
