import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './platform/config.ts'
import { StartError } from './platform/start-error.ts'
import { startServer } from './server.ts'

/** However much is left to finish: a stop takes no longer. */
const stopDeadlineMs = 9_500

const { values: options } = parseArgs({
  options: { demo: { type: 'boolean', default: false }, roles: { type: 'string' } },
})

try {
  const config = readConfig({
    ...process.env,
    ...(options.roles === undefined ? {} : { ROLES: options.roles }),
  })
  const server = await startServer(config, { isDemo: options.demo, print: (line) => console.log(line) })
  let isStopping = false
  const stop = () => {
    // Ctrl-C reaches the whole process group, and the parent passes it on: the second one is the same wish.
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopDeadlineMs).unref()
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Started by a parent that is gone: nobody is left to stop us.
  process.on('disconnect', stop)
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
