import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../platform/database/database.ts'
import type { Handler } from '../../platform/http/serve.ts'
import { createLog } from '../../platform/log.ts'
import { addressesOf, startGeocoding } from '../geocoding/start-geocoding.ts'
import { takeExport } from './export-jobs.ts'
import type { NamePlaces } from './make-file.ts'
import { openSource } from './open-list.ts'
import { runExport } from './run-export.ts'
import type { ExportWork } from './start-exports.ts'

/** The thread that makes files, one after another, until none has come for a while. */
const idleMs = 60_000
const lookMs = 500
/** One reads rows, one stores the file and says that it lives, one cancels or looks up addresses. */
const connections = 3

const { databaseUrl, logLevel, addresses } = workerData as ExportWork
// The thread is a program of its own, which loads what answers the calls of lists as the server does.
const { allHandlers } = (await import(new URL('../all.ts', import.meta.url).href)) as {
  allHandlers: readonly Handler[]
}
const log = createLog(logLevel)
// Linux takes this thread alone for the process meant: whoever waits for an answer goes first.
if (process.platform === 'linux') setPriority(5)

const database = openDatabase(databaseUrl, connections)
const stopAddresses = startGeocoding({ settings: addresses, database, log })
// Online providers are for what people look at; a file takes what is known already.
const namePlaces: NamePlaces = async (places, language) => {
  const found = await addressesOf(places, language, { mayAskOnline: false })
  return found.map((address) => address?.text ?? null)
}

for (let idleSince = Date.now(); Date.now() - idleSince < idleMs; ) {
  try {
    const job = await takeExport(database.db, Date.now(), ({ id, run }) =>
      parentPort!.postMessage({ id, run }),
    )
    if (job === null) {
      await sleep(lookMs)
      continue
    }
    await runExport(job, { ...database, log, now: Date.now, openReport: openSource(allHandlers), namePlaces })
    parentPort!.postMessage(null)
    idleSince = Date.now()
  } catch (error) {
    log.warn({ err: error }, 'exports were interrupted')
    await sleep(lookMs)
  }
}
await stopAddresses()
await database.close()
