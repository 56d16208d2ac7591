import { setPriority } from 'node:os'
import { openDatabase } from '../../platform/database/database.ts'
import type { Handler } from '../../platform/http/serve.ts'
import { createLog } from '../../platform/log.ts'
import type { Config } from '../../platform/settings/config.ts'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { addressesOf, startGeocoding } from '../geocoding/start-geocoding.ts'
import type { ExportRow } from './export-jobs.ts'
import type { NamePlaces } from './make-file.ts'
import { openReportBy } from './open-report.ts'
import { runExport } from './run-export.ts'

/** What a thread needs to make a file. */
export interface ExportWork {
  databaseUrl: string
  logLevel: Config['logLevel']
  addresses: Config['addresses']
  dataDir: string
}

/** One reads rows, one stores the file and the heartbeat, one cancels or looks up addresses. */
const connections = 3

// On Linux this sets the priority of this thread alone: requests that wait for an answer go first.
if (process.platform === 'linux') setPriority(5)

// Online providers are for what people look at; a file takes what is known already.
const namePlaces: NamePlaces = async (places, language) => {
  const found = await addressesOf(places, language, { mayUseOnline: false })
  return found.map((address) => address?.text ?? null)
}

/** Makes the file of a job that runs, or writes down why not. */
export async function makeExport({ work, job }: { work: ExportWork; job: ExportRow }): Promise<void> {
  const log = createLog(work.logLevel)
  // The thread is a program of its own, which loads what answers the calls of lists as the server does.
  const { allHandlers } = (await import(new URL('../all.ts', import.meta.url).href)) as {
    allHandlers: readonly Handler[]
  }
  const database = openDatabase(work.databaseUrl, connections)
  changeSettings({ dataDir: work.dataDir })
  const stopAddresses = startGeocoding({ settings: work.addresses, database, log })
  try {
    await runExport(job, {
      ...database,
      log,
      now: Date.now,
      openReport: openReportBy(allHandlers),
      namePlaces,
    })
  } finally {
    await stopAddresses()
    await database.close()
  }
}
