import { createRequire } from 'node:module'
import { lazy } from '@trackway/core/lazy.ts'

const require = createRequire(import.meta.url)

/**
 * A package of some weight that most servers never need: its code is read at the first use, in the same turn.
 * @param name of the package, whose type is `typeof import(name)`
 */
export const loadWhenUsed = <T>(name: string): (() => T) => lazy(() => require(name) as T)
