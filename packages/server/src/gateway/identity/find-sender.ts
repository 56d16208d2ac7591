import type { Identity, Message, WireProtocol } from '@trackway/protocols/protocol.ts'
import { keyOf, keysOf } from '../../features/devices/device-keys.ts'
import type { DeviceRegistry, KnownDevice } from '../../features/devices/device-registry.ts'
import type { LearntNumbers } from './learnt-numbers.ts'
import type { SecurityEvents } from './security-events.ts'
import type { UnknownDevices } from './unknown-devices.ts'

export interface SenderSources {
  readonly registry: DeviceRegistry
  readonly unknown: UnknownDevices
  readonly identities: LearntNumbers
  readonly events: SecurityEvents
}

/** Who a message is from. */
export interface Sender {
  device: KnownDevice
  /** Another name of it, in header or body, that leads to no device yet: it may be learnt as one of this device. */
  newKey: string | null
  /** It was unknown until now: it counts as an unknown id of its connection. */
  isNew?: boolean
}

/**
 * The device that a message names as its sender; null: it is not registered, and is not to be.
 * @throws when the database does not answer
 */
export async function findSender(
  { registry, unknown, ...sources }: SenderSources,
  wire: WireProtocol,
  address: string,
  { identity, kind }: Message & { identity: Identity },
): Promise<Sender | null> {
  const { bodyId } = identity
  const [device, ofBody] = await Promise.all([
    registry.find(withoutBodyId(identity)),
    bodyId === undefined ? null : registry.find({ terminalIds: [bodyId] }),
  ])
  if (device && ofBody && device.deviceId !== ofBody.deviceId)
    return chooseSender(sources, address, identity, device, ofBody)
  if (ofBody && !device) return { device: ofBody, newKey: keysOf(withoutBodyId(identity))[0] ?? null }
  if (device) {
    const isNew = bodyId !== undefined && !ofBody
    return { device, newKey: isNew ? keyOf(bodyId) : null }
  }
  if (kind === 'malformed') return null
  const registered = await unknown.register(identity, wire, address).catch(() => null)
  return registered && { device: registered, newKey: null, isNew: true }
}

/**
 * Header and body name two devices. A name that was only learnt gives way, and leads nowhere from now on: devices to
 * which their maker gave the same number or IMEI share it. Otherwise somebody registered what another's device sends as
 * its own id: nobody gets its reports, and the administrators are notified.
 */
function chooseSender(
  { identities, events }: Pick<SenderSources, 'identities' | 'events'>,
  address: string,
  identity: Identity,
  ofHeader: KnownDevice,
  ofBody: KnownDevice,
): Sender | null {
  const inHeader = keysOf(withoutBodyId(identity)).find((key) => ofHeader.learntKeys.includes(key))
  const inBody = ofBody.learntKeys.find((key) => key === keyOf(identity.bodyId ?? ''))
  if (inHeader !== undefined) identities.share(inHeader, ofHeader)
  if (inBody !== undefined) identities.share(inBody, ofBody)
  if (inHeader !== undefined && inBody !== undefined) return null
  if (inHeader !== undefined) return { device: ofBody, newKey: null }
  if (inBody !== undefined || ofHeader.accountId === ofBody.accountId)
    return { device: ofHeader, newKey: null }
  events.record('identityRefused', ofBody, address, {
    header: ofHeader.terminalId,
    body: ofBody.terminalId,
  })
  return null
}

const withoutBodyId = ({ terminalIds, bodyId }: Identity): Identity => ({
  terminalIds: bodyId === undefined ? terminalIds : terminalIds.filter((id) => id !== bodyId),
})
