import type { AddressSource } from '@trackway/core/features/geocoding/calls.ts'
import { Counter, register } from 'prom-client'
import type { FailureKind } from './providers/geocoder.ts'

/**
 * The outcome of an address query: `cached` and `near` (street maps, the gazetteer) cost nothing; `found`,
 * `nothing` and the failures are requests to a provider; `overBudget`, `resting` and `queued` were not sent.
 */
export type AddressOutcome =
  | 'cached'
  | 'near'
  | 'found'
  | 'nothing'
  | FailureKind
  | 'overBudget'
  | 'resting'
  | 'queued'

const name = 'trackway_addresses_total'
const total =
  (register.getSingleMetric(name) as Counter<'source' | 'outcome'> | undefined) ??
  new Counter({
    name,
    help: 'Places whose address was asked for, by source and outcome.',
    labelNames: ['source', 'outcome'],
  })

export function countAddress(source: AddressSource, outcome: AddressOutcome): void {
  total.inc({ source, outcome })
}
