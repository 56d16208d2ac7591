import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../platform/database/database.ts'
import { settleStep, takeStep } from '../platform/jobs/batches.ts'

/**
 * A process of the tests that works on a batch: it writes each step it executes into the table `executed`, and stops
 * dead between executing and settling after the given number of steps.
 * Arguments: the database, the queue, the steps.
 */
const [url = '', queue = '', hangAfter = '0'] = process.argv.slice(2)
const { db, pool } = openDatabase(url, 2)
for (let count = 1; ; count++) {
  const step = await takeStep(db, queue, Date.now())
  if (step === null) {
    await sleep(5)
    continue
  }
  await pool.query('insert into executed (target) values ($1)', [step.target])
  if (count === Number(hangAfter)) {
    process.stdout.write('hanging\n')
    await new Promise(() => setInterval(() => {}, 1_000))
  }
  await settleStep(db, step, { state: 'done' }, Date.now())
}
