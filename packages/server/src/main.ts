import { parseArgs } from 'node:util'
import { geocoders } from './features/geocoding/providers/geocoders.ts'
import { ConfigError, readConfig } from './platform/settings/config.ts'
import { StartError } from './platform/start-error.ts'
import { type Server, startServer } from './server.ts'

/** However much is left to finish: a stop takes no longer. */
const stopDeadlineMs = 9_500
const exitGraceMs = 1_000

const usage = `Usage: npm start -- [--demo] [--roles gateway,api,jobs]
  --demo   adds demo accounts and 225 simulated vehicles with a month of history
  --roles  what this process does (default: everything)
Settings are environment variables: docs/CONFIGURATION.md.`

const outdated =
  'A newer Trackway has changed the database so that this version can’t work with it: this process stops. Start the newer version here, too.'

const options = readOptions()

try {
  const roles = options.roles === undefined ? {} : { ROLES: options.roles }
  const config = readConfig({ ...process.env, ...roles }, geocoders)
  const server = startServer(config, {
    isDemo: options.demo,
    print: (line) => console.log(line),
    onOutdated: () => {
      console.error(outdated)
      stop(1)
    },
  })
  const stop = stopOnce(server)
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // Started by a parent that is gone: nobody is left to stop us.
  process.on('disconnect', () => stop(0))
  await server.ready
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
  // What still runs was stopped; a connection that does not end holds the process no longer.
  setTimeout(() => process.exit(), exitGraceMs).unref()
}

/** Ends the process after `--help`, and with 2 after an option that there is none of. */
function readOptions(): { demo: boolean; roles?: string | undefined } {
  try {
    const { values } = parseArgs({
      options: {
        demo: { type: 'boolean', default: false },
        roles: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    if (!values.help) return values
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

/** Ctrl-C reaches the whole process group, and the parent passes it on: the second one is the same request. */
function stopOnce(server: Server): (code: number) => void {
  let isStopping = false
  return (code) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopDeadlineMs).unref()
    server.stop().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
}
