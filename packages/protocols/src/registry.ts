/** All codecs, in the order in which an unknown stream is shown to them: strict start marks first. */

import type { AnyProtocol } from './detect.ts'
import { gt06 } from './gt06/gt06.ts'
import { jt808 } from './jt808/jt808.ts'
import type { WireProtocol } from './protocol.ts'

export const protocols: readonly AnyProtocol[] = [gt06, jt808]

export const protocolByName = (name: WireProtocol): AnyProtocol | undefined =>
  protocols.find((protocol) => protocol.name === name)
