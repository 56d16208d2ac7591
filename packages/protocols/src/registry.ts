/** All codecs, in the order in which an unknown stream is shown to them: strict start marks first. */

import type { AnyProtocol } from './detect.ts'
import { gt06 } from './gt06/gt06.ts'
import { jt808 } from './jt808/jt808.ts'

const registered = [gt06, jt808] as const

/** Ports, settings, options of the simulator and the conformance tests follow from this list. */
export const protocols: readonly AnyProtocol[] = registered

export type ProtocolName = (typeof registered)[number]['name']

/** @param name of a codec, or anything else */
export const protocolByName = (name: string): AnyProtocol | undefined =>
  protocols.find((protocol) => protocol.name === name)
