import { type AnyProtocol, detectProtocol } from '../detect.ts'
import type { CommandReply, DeviceProfile, Extra, Report } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'

export interface Carried {
  reports: Report[]
  /** What the device calls itself. */
  ids: string[]
  command?: CommandReply
  information?: { [name: string]: Extra }
  /** Of no protocol that is known. */
  isUnknown?: boolean
}

const maxFrames = 100

/** The protocol that the dialect names, and what is known of the device for it: after a colon its dialect there. */
export function protocolWithin(
  { dialect: named = '', ...rest }: DeviceProfile,
  carried: readonly AnyProtocol[],
): { protocol: AnyProtocol | undefined; profile: DeviceProfile } {
  const [name, dialect] = named.split(':')
  return {
    protocol: carried.find((one) => one.name === name),
    profile: { ...rest, ...(dialect && { dialect }) },
  }
}

/** Reads what a device sent in its own protocol. Nothing answers it: the network has acknowledged it. */
export function readCarried(
  bytes: Uint8Array,
  profile: DeviceProfile,
  now: number,
  carried: readonly AnyProtocol[],
): Carried {
  const within = protocolWithin(profile, carried)
  const detected = detectProtocol(bytes, carried)
  const protocol = within.protocol ?? (typeof detected === 'object' ? detected.protocol : undefined)
  const found: Carried = { reports: [], ids: [] }
  if (!protocol) return { ...found, isUnknown: true, information: { payload: toHex(bytes) } }
  const session = protocol.newSession(within.profile)
  for (let left = bytes, count = 0; left.length > 0 && count < maxFrames; count++) {
    const { frame, consumed } = protocol.frame(left, session)
    if (consumed === 0) break
    left = left.subarray(consumed)
    if (!frame) continue
    for (const { identity, reports, command, information } of protocol.decode(frame, session, now)) {
      found.reports.push(...reports)
      found.ids.push(...(identity?.terminalIds ?? []))
      if (command) found.command = command
      if (information) found.information = { ...found.information, ...information }
    }
  }
  return found
}
