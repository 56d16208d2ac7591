import { ctwing } from './ctwing.ts'
import type { NbPlatform } from './nb-platform.ts'
import { oceanConnect } from './ocean-connect.ts'

/** The platforms of networks that NB-IoT devices are behind. */
export const nbPlatforms: readonly NbPlatform[] = [oceanConnect, ctwing]
