/** All codecs, in the order in which an unknown stream is shown to them: strict start marks first. */

import { bsj } from './bsj/bsj.ts'
import type { AnyProtocol } from './detect.ts'
import { gps103 } from './gps103/gps103.ts'
import { gt06 } from './gt06/gt06.ts'
import { h02 } from './h02/h02.ts'
import { jt808 } from './jt808/jt808.ts'
import { meitrack } from './meitrack/meitrack.ts'
import { createNbiot } from './nbiot/nbiot.ts'
import { osmand } from './osmand/osmand.ts'
import { owntracks } from './owntracks/owntracks.ts'
import { teltonika } from './teltonika/teltonika.ts'
import { tk103 } from './tk103/tk103.ts'
import { topflytech } from './topflytech/topflytech.ts'
import { watch } from './watch/watch.ts'

/** Protocols of streams and datagrams, which devices also use through the platform of their network. */
const streamed = [gt06, jt808, bsj, topflytech, h02, gps103, tk103, watch, meitrack, teltonika] as const
const registered = [...streamed, createNbiot(streamed), owntracks, osmand] as const

/** Ports, settings, options of the simulator and the conformance tests follow from this list. */
export const protocols: readonly AnyProtocol[] = registered

export type ProtocolName = (typeof registered)[number]['name']

/** Wires of devices whose commands are handed to the platform of their network. */
export const platformWires: readonly string[] = protocols
  .filter(({ isReachedByPlatform }) => isReachedByPlatform)
  .map(({ name }) => name)

/** @param name of a codec, or anything else */
export const protocolByName = (name: string): AnyProtocol | undefined =>
  protocols.find((protocol) => protocol.name === name)
