import { pino } from 'pino'
import { openDatabase } from '../../../platform/database/database.ts'
import { useSecretKey } from '../../../platform/secrets.ts'
import { pollPlatforms } from '../poll-platforms.ts'

/** A process of the tests that asks the platforms once. Argument: the database. */
const { db } = openDatabase(process.argv[2] ?? '', 4)
useSecretKey(Buffer.alloc(32, 7))
const count = await pollPlatforms({
  db,
  log: pino({ level: 'silent' }),
  now: Date.now,
  isStopped: () => false,
})
process.stdout.write(String(count))
process.exit()
