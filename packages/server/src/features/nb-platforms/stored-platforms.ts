import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import { storedSetting } from '../../platform/stored-setting.ts'

const stored = z.object({
  /** This server's port for pushes, as platforms reach it. */
  pushBase: secret(z.string()),
  /** What they push with. */
  pushKey: secret(z.string()),
  /** The settings of each, by its name. */
  platforms: secret(z.record(z.string(), z.record(z.string(), z.unknown()).optional())),
})
export type StoredPlatforms = z.output<typeof stored>

/** All of it is sealed: client certificates and addresses with a key are secrets, too. */
export const nbSetting = storedSetting({
  name: 'nbPlatforms',
  version: 1,
  schema: stored,
  unversioned: (_, all) => (all === null ? {} : JSON.parse(all)),
})

export const pushPath = '/nbiot/'

/** The address that platforms push to. */
export const pushUrlOf = ({ pushBase, pushKey }: StoredPlatforms): string =>
  `${pushBase.replace(/\/+$/, '')}${pushPath}${pushKey}`
