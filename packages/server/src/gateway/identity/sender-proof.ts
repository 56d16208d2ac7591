import type { Message } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../../features/devices/device-registry.ts'
import type { DeviceCodes } from './device-codes.ts'
import type { SecurityEvents } from './security-events.ts'

interface Sources {
  readonly codes: DeviceCodes
  readonly events: SecurityEvents
}

/** Whether the devices of a session are believed to be who they say: by the code rule of their type. */
export class SenderProof {
  readonly #context: Sources
  readonly #address: string
  readonly #newCode: string
  /** Devices that have said their code in this session. */
  readonly #proved = new Set<number>()

  /** @param newCode what a registration in this session hands out */
  constructor(context: Sources, address: string, newCode: string) {
    this.#context = context
    this.#address = address
    this.#newCode = newCode
  }

  /** Is a message of the device taken? Undefined: `check` tells. */
  isBelieved({ deviceId, codeRule }: KnownDevice, message: Message): boolean | undefined {
    if (message.kind !== 'malformed') {
      if (message.asksForCode) return undefined
      if (message.code !== undefined && codeRule !== 'any') return undefined
    }
    return codeRule !== 'demand' || this.#proved.has(deviceId)
  }

  /** @throws when the database does not answer */
  async check(device: KnownDevice, { code, asksForCode }: Message): Promise<boolean> {
    const { deviceId, codeRule } = device
    const { codes, events } = this.#context
    const isRight = asksForCode
      ? await codes.offer(device, this.#newCode, this.#proved.has(deviceId))
      : await codes.isRight(device, code ?? '')
    if (isRight && !asksForCode) this.#proved.add(deviceId)
    if (isRight) return true
    this.#proved.delete(deviceId)
    events.tell('codeRefused', device, this.#address, {
      tried: asksForCode ? 'registration' : 'code',
      refused: codeRule === 'demand',
    })
    return codeRule !== 'demand'
  }
}
