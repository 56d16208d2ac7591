import { checkLedger } from '../features/ledger/check.ts'
import { runCommand, withDatabase } from './with-database.ts'

/** `trackway ledger check` proves that what accounts hold is the sum of what moved; prints a line for each fault. */
const usage = `Usage: trackway ledger check   (proves that balances are the sums of their entries)
DATA_DIR or DATABASE_URL selects the database, as for the server.`
const [action, ...more] = process.argv.slice(2)

if (action === '--help') console.log(usage)
else if (action !== 'check' || more.length > 0) {
  console.error(usage)
  process.exitCode = 2
} else
  await runCommand(async () => {
    const faults = await withDatabase(({ db }) => checkLedger(db))
    for (const fault of faults) console.log(JSON.stringify(fault))
    if (faults.length === 0) return
    console.error(`The ledger does not add up: ${faults.length} faults.`)
    process.exitCode = 1
  })
