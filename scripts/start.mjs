// npm start: installs what is missing, builds the web app if its sources changed, and runs the server.
import { join } from 'node:path'
import { buildWebIfNeeded, isWebBuilt } from './build-web.mjs'
import { fail, installIfNeeded, root, runOwned, serverEnvironment, serverOptions } from './runtime.mjs'

try {
  // Who has the web app built, as in a release, needs nothing of what builds it.
  installIfNeeded({ withoutDevelopment: isWebBuilt() })
  buildWebIfNeeded()
} catch (error) {
  fail(error.message)
}

const main = join(root, 'packages', 'server', 'src', 'main.ts')
// What the operator set counts.
const env = { ...serverEnvironment, ...process.env }
process.exit(await runOwned([...serverOptions, main, ...process.argv.slice(2)], { env }))
