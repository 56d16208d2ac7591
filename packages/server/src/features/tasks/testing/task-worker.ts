import { pino } from 'pino'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { startTasks } from '../start-tasks.ts'
import { effectKind } from './effect-kind.ts'

/** A process of the tests that looks after tasks until it is killed. Argument: the database. */
const database = openDatabase(process.argv[2] ?? '', 6)
const log = pino({ level: 'warn' }, pino.destination(2))
startTasks({ database, bus: createLocalBus(log), log, kinds: [effectKind], leaseMs: 3_000 })
process.stdout.write('ready\n')
