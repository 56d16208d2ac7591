import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import type { Provider, ProviderParts } from '../../../platform/provider.ts'

/** A platform of a network that NB-IoT devices are behind. Its pushes come to a port of the gateway. */
export interface NbPlatform extends Provider {
  /** Form of the ids that it gives devices. */
  deviceId: RegExp
  /**
   * @param stored its settings
   * @returns null where a secret is missing
   */
  connect(stored: object): NbClient | null
}

interface NbPlatformParts<S extends z.ZodObject> extends ProviderParts<S> {
  deviceId: RegExp
  connect(settings: z.output<S>): NbClient | null
}

export const nbPlatform = <S extends z.ZodObject>(parts: NbPlatformParts<S>): NbPlatform => ({
  ...parts,
  connect: (stored) => parts.connect(parts.settings.parse(stored)),
})

/** What the platform asks of the platform of a network. Each throws a `PlatformRefused`. */
export interface NbClient {
  /** Asks it to push to this address, also where it does so already. @returns what it was asked to push */
  subscribe(pushUrl: string): Promise<string[]>
  /** Makes a device known there. @returns what it calls the device */
  register(imei: string): Promise<string>
  /** Hands over what a device is to be told; it waits there for the device at most so long. */
  send(command: NbCommand): Promise<SentCommand>
}

export interface NbCommand {
  /** What the platform calls the device. */
  platformDeviceId: string
  /** A text of the device's own protocol, or its bytes in hex. */
  payload: string
  isHex: boolean
  validS: number
  /** Where its outcome is pushed to. */
  pushUrl: string
}

export interface SentCommand {
  /** What pushes call the command. */
  commandId: string
  /** The platform's own word for its state. */
  state: string
}

export const serviceUrl = z.url({ protocol: /^https?$/ }).max(200)

export const appSecret = secret(
  z
    .string()
    .max(200)
    .optional()
    .describe('Secret of the application; left out: keep the stored one; secret.'),
)
