import { busLines } from './bus-lines.ts'
import type { ConfigSource } from './config-source.ts'
import { deviceZones } from './fences.ts'
import { ruleSettings } from './rule-settings.ts'

/**
 * Every kind of setting that rules need, a row each; `RuleContext.config` holds them under these names. A change of
 * one publishes `device.factsEdited` with the accounts and devices it is set for, after the commit.
 */
export const configSources = {
  settings: ruleSettings,
  fences: deviceZones, // those that are open, and risk points
  busLines,
} as const satisfies Record<string, ConfigSource<unknown, unknown>>

type Sources = typeof configSources

/** The settings of a device that rules need. */
export type DeviceConfig = {
  readonly [Name in keyof Sources]: Sources[Name] extends ConfigSource<unknown, infer Value> ? Value : never
}

/** Of a device for which nothing is set. */
export const emptyConfig = Object.fromEntries(
  Object.entries<ConfigSource<unknown, unknown>>(configSources).map(([name, { none }]) => [name, none]),
) as DeviceConfig
