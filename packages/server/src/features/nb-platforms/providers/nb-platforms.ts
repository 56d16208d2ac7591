import { ctwing } from './ctwing.ts'
import type { NbPlatform } from './nb-platform.ts'
import { oceanConnect } from './ocean-connect.ts'

/** The network platforms through which NB-IoT devices are reached. */
export const nbPlatforms: readonly NbPlatform[] = [oceanConnect, ctwing]
