import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import type { Provider, ProviderParts } from '../../../platform/provider.ts'

/** A network platform through which NB-IoT devices are reached. Its pushes come to a port of the gateway. */
export interface NbPlatform extends Provider {
  /** Form of the ids that it gives devices. */
  deviceId: RegExp
  /** What it can push that we take, in its own words. */
  types: readonly string[]
  /**
   * @param stored its settings
   * @returns null where a secret is missing
   */
  connect(stored: object): NbClient | null
}

interface NbPlatformParts<S extends z.ZodObject> extends ProviderParts<S> {
  deviceId: RegExp
  types: readonly string[]
  connect(settings: z.output<S>): NbClient | null
}

export const nbPlatform = <S extends z.ZodObject>(parts: NbPlatformParts<S>): NbPlatform => ({
  ...parts,
  connect: (stored) => parts.connect(parts.settings.parse(stored)),
})

/** The requests to a network platform. Each throws a `PlatformRefused`. */
export interface NbClient {
  /** Subscribes this address to pushes of these types, also where it is subscribed already. */
  subscribe(pushUrl: string, types: readonly string[]): Promise<void>
  /** What it pushes for this application, to whichever address. */
  subscriptions(): Promise<RemoteSubscription[]>
  /** Ends a subscription; one that is gone already is no mistake. */
  unsubscribe(id: string): Promise<void>
  /** Makes a device known there. @returns what it calls the device */
  register(imei: string): Promise<string>
  /** Hands over a command for a device; it waits there for the device at most so long. */
  send(command: NbCommand): Promise<SentCommand>
}

export interface RemoteSubscription {
  /** The platform's own. */
  id: string
  /** In its own words. */
  type: string
  /** Where it pushes to. */
  url: string
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

/** A word or id of a platform, which is stored. */
export const platformWord = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\x21-\x7e]{1,200}$/))

export const serviceUrl = z.url({ protocol: /^https?$/ }).max(200)

export const appSecret = secret(
  z
    .string()
    .max(200)
    .optional()
    .describe('Secret of the application; left out: keep the stored one; secret.'),
)
