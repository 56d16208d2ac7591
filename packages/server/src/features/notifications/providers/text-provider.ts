import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Provider, ProviderParts } from '../../../platform/provider.ts'
import type { Report, TextCarrier } from '../channels/text-carrier.ts'

/** A provider of SMS and calls. */
export interface TextProvider extends Provider {
  /** It carries nothing: offered only where the operator allows that. */
  isSandbox?: true
  /**
   * @param stored its settings
   * @returns null where a secret is missing
   */
  connect(stored: object, now?: () => number): TextCarrier | null
  /** What it posts to `/hooks/<its name>/<event>`; without it, outcomes stay unknown. */
  callbacks?: TextCallbacks<object>
}

export const textEvents = ['sms', 'voice', 'key'] as const

/** A request of the provider, as it came. */
export interface Posted {
  event: (typeof textEvents)[number]
  /** The address that the provider was given, whatever a proxy makes of it on the way. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

interface TextCallbacks<Settings> {
  /** @returns the report, and the SMS or call that it is about; null: the provider did not send this */
  read(posted: Posted, settings: Settings): { providerId: string; report: Report | null; key?: string } | null
  /** The answer to a pressed key: a text to be spoken, or nothing. */
  say(text: string | null): { type: string; body: string }
}

interface TextProviderParts<S extends z.ZodObject> extends ProviderParts<S> {
  isSandbox?: true
  connect(settings: z.output<S>, now?: () => number): TextCarrier | null
  callbacks?: TextCallbacks<z.output<S>>
}

export const textProvider = <S extends z.ZodObject>(parts: TextProviderParts<S>): TextProvider => {
  const { settings, connect, callbacks, ...rest } = parts
  return {
    ...rest,
    settings,
    connect: (stored, now) => connect(settings.parse(stored), now),
    ...(callbacks && {
      callbacks: {
        ...callbacks,
        read: (posted: Posted, stored: object) => callbacks.read(posted, settings.parse(stored)),
      },
    }),
  }
}
