import type { Db } from '../../platform/database/database.ts'
import { providerNamed } from '../../platform/provider.ts'
import type { NbClient } from './providers/nb-platform.ts'
import { nbPlatforms } from './providers/nb-platforms.ts'
import { nbSetting, pushUrlOf } from './stored-platforms.ts'

/** Clients that were made, with the token or clock they keep, by what is set. */
const made = new Map<string, NbClient>()
const maxMade = 20

/** @returns the client of a platform as it is set up, and where it is to push; null where something is missing for that */
export async function nbClientOf(
  db: Db,
  name: string,
): Promise<{ client: NbClient; pushUrl: string } | null> {
  const stored = await nbSetting.read(db)
  const platform = providerNamed(nbPlatforms, name)
  const set = stored?.platforms[name]
  if (!stored || !platform || !set) return null
  const key = JSON.stringify([name, set])
  const client = made.get(key) ?? platform.connect(set)
  if (client === null) return null
  if (made.size >= maxMade) made.clear()
  made.set(key, client)
  return { client, pushUrl: pushUrlOf(stored) }
}
