import type { Message } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../../features/devices/device-registry.ts'
import type { DeviceCodes } from './device-codes.ts'
import type { SecurityEvents } from './security-events.ts'

export interface ProofSources {
  readonly codes: DeviceCodes
  readonly events: SecurityEvents
}

/** A session whose device proves itself, and the state of its proof. */
interface Prover {
  address: string
  /** What a registration in this session hands out. */
  newCode: string
  /** Devices that have sent their code in this session; changed by `checkProof`. */
  proved: Set<number>
}

/** Is a message of the device taken, by the code rule of its type? Undefined: `checkProof` decides. */
export function isBelieved(
  { deviceId, codeRule }: KnownDevice,
  message: Message,
  proved: ReadonlySet<number> | null,
): boolean | undefined {
  if (message.kind !== 'malformed') {
    if (message.isRegistration) return undefined
    if (message.code !== undefined && codeRule !== 'any') return undefined
  }
  return codeRule !== 'demand' || (proved?.has(deviceId) ?? false)
}

/** @throws when the database does not answer */
export async function checkProof(
  { codes, events }: ProofSources,
  device: KnownDevice,
  { code, isRegistration }: Message,
  { address, newCode, proved }: Prover,
): Promise<boolean> {
  const { deviceId, codeRule } = device
  const isRight = isRegistration
    ? await codes.offer(device, newCode, proved.has(deviceId))
    : await codes.isRight(device, code ?? '')
  if (isRight && !isRegistration) proved.add(deviceId)
  if (isRight) return true
  proved.delete(deviceId)
  events.record('codeRefused', device, address, {
    tried: isRegistration ? 'registration' : 'code',
    refused: codeRule === 'demand',
  })
  return codeRule !== 'demand'
}
