import { oneLink } from './onelink.ts'
import type { SimPlatform } from './sim-platform.ts'

/** The operators' platforms through which SIM cards are asked about and switched. */
export const simPlatforms: readonly SimPlatform[] = [oneLink]
