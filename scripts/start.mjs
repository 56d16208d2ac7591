// npm start: installs what is missing, builds the web app if its sources changed, and runs the server.
import { join } from 'node:path'
import { buildWebIfNeeded } from './build-web.mjs'
import { fail, installIfNeeded, root, runOwned } from './runtime.mjs'

installIfNeeded()
try {
  buildWebIfNeeded()
} catch (error) {
  fail(error.message)
}

process.exit(await runOwned([join(root, 'packages', 'server', 'src', 'main.ts'), ...process.argv.slice(2)]))
