import { join } from 'node:path'
import { twoFactorSecrets } from '../features/accounts/two-factor/queries.ts'
import { agpsTokens } from '../features/agps/sources.ts'
import { resealImports } from '../features/imports/sealed-cells.ts'
import { webhookSecrets } from '../features/notifications/endpoints/webhooks.ts'
import { resealFormerOwners, resealOwners } from '../features/owner-records/queries.ts'
import { payAccounts } from '../features/pay-accounts/stored-accounts.ts'
import { moveServerKeys } from '../features/server-moves/servers.ts'
import { simAccounts, simTokens } from '../features/sim-cards/platform-rows.ts'
import type { Db } from '../platform/database/database.ts'
import {
  findOldSecretKey,
  findSecretKey,
  type Resealed,
  resealColumn,
  resealSettings,
  type SealedColumn,
  useSecretKey,
} from '../platform/secrets.ts'
import { readConfig } from '../platform/settings/config.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand, withDatabase } from './with-database.ts'

/**
 * `trackway reseal` seals with the present key what is still sealed with the one before. Works beside running
 * servers, which know both; a second run goes on where one was stopped.
 */
const usage = `Usage: trackway reseal   (after SECRET_KEY was changed; OLD_SECRET_KEY, or DATA_DIR/old-secret.key, is the previous key)
DATA_DIR or DATABASE_URL selects the database, as for the server.`

/** Secrets of which there are few: a table in one transaction. */
const sealedColumns: readonly SealedColumn[] = [
  twoFactorSecrets,
  ...webhookSecrets,
  payAccounts.secrets,
  simAccounts.secrets,
  simTokens,
  agpsTokens,
  moveServerKeys,
]

if (process.argv[2] === '--help') console.log(usage)
else if (process.argv.length > 2) {
  console.error(usage)
  process.exitCode = 2
} else
  await runCommand(async () => {
    const { done, unreadable } = await withDatabase(async ({ db }) => {
      await useBothKeys()
      return reseal(db)
    })
    console.log(`${done} secrets are now encrypted with the current key.`)
    if (unreadable > 0) {
      console.error(`${unreadable} secrets were encrypted with neither of the two keys and stay as they are.`)
      process.exitCode = 1
    } else console.log('That is all of them: the old key is needed only for older backups.')
  })

/** @throws {StartError} where the previous key is not there */
async function useBothKeys(): Promise<void> {
  const { dataDir, secretKey, oldSecretKey } = readConfig(process.env)
  const old = await findOldSecretKey(oldSecretKey, dataDir)
  if (old === null)
    throw new StartError(
      `Set OLD_SECRET_KEY, or copy the previous key to ${join(dataDir, 'old-secret.key')}.`,
    )
  useSecretKey(await findSecretKey(secretKey, dataDir), old)
}

async function reseal(db: Db): Promise<Resealed> {
  const all = [await db.transaction().execute(resealSettings)]
  for (const column of sealedColumns)
    all.push(await db.transaction().execute((trx) => resealColumn(trx, column)))
  for (const resealNext of [resealOwners, resealFormerOwners, resealImports]) {
    let after = 0
    for (;;) {
      const part = await db.transaction().execute((trx) => resealNext(trx, after))
      if (part === null) break
      all.push(part)
      after = part.last
    }
  }
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
  }
}
