import { busLines } from './bus-lines.ts'
import type { FactSource } from './fact-source.ts'
import { fenceFacts } from './fences.ts'
import { settingFacts } from './setting-facts.ts'

/**
 * Every kind of fact that rules ask for, a row each; `RuleContext.facts` holds them under these names. Whoever changes
 * one publishes `device.factsEdited` with the accounts and devices it is set for, after the commit.
 */
export const factSources = {
  settings: settingFacts,
  fences: fenceFacts, // those that are open, and risk points
  busLines,
} as const satisfies Record<string, FactSource<unknown, unknown>>

type Sources = typeof factSources

/** What people set for a device and rules need. */
export type DeviceFacts = {
  readonly [Name in keyof Sources]: Sources[Name] extends FactSource<unknown, infer Fact> ? Fact : never
}

/** Of a device for which nothing is set. */
export const noFacts = Object.fromEntries(
  Object.entries<FactSource<unknown, unknown>>(factSources).map(([name, { none }]) => [name, none]),
) as DeviceFacts
