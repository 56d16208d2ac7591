import type { SettingsSchema } from '@trackway/core/api/secret.ts'
import { z } from 'zod'

/**
 * A service outside that the platform uses for something: who carries SMS, a platform of a network. Each kind extends it
 * by what such a provider does, and has a registry by hand; calls, storage and forms follow from `settings`.
 */
export interface Provider {
  name: string
  /** Its own name, the same in every language. */
  label: string
  settings: z.ZodObject
  /** Settings that say where secrets are sent: where one of them changes, secrets have to be given again. */
  destination: readonly string[]
}

/** A provider as its own file describes it: with the type of its settings. */
export interface ProviderParts<S extends z.ZodObject> extends Provider {
  settings: S
  destination: readonly (keyof z.output<S> & string)[]
}

/** The settings of one of these providers, with its name and what all of them have. */
export function settingsOfOne<Key extends string, Common extends z.ZodRawShape>(
  providers: readonly Provider[],
  key: Key,
  common: Common,
) {
  const options = providers.map(({ name, label, settings }) =>
    z.strictObject({ [key]: z.literal(name).describe(label), ...common, ...settings.shape }),
  )
  type Given = z.output<z.ZodObject<Common>> & Record<Key, string> & Record<string, unknown>
  const schema: unknown = z.discriminatedUnion(key, options as [z.ZodObject])
  return schema as SettingsSchema & z.ZodType<Given, Given>
}

export function providerNamed<P extends Provider>(providers: readonly P[], name: string): P | undefined {
  return providers.find((provider) => provider.name === name)
}
