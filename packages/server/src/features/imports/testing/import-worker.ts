import { pino } from 'pino'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { runNextImport } from '../run-import.ts'

/** A process of the tests that writes one batch. Argument: the database. */
const { db } = openDatabase(process.argv[2] ?? '', 2)
const log = pino({ level: 'silent' })
await runNextImport({ db, bus: createLocalBus(log), log, now: Date.now })
