// Builds the web app if its sources have changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './runtime.mjs'

const web = join(root, 'packages', 'web')
const stamp = join(web, 'dist', '.sources')
/** Folders that hold no sources; that of the map is made from some. */
const passedOver = new Set(['node_modules', 'dist', 'offline-map', '.cache'])

/** A digest of all that goes into the build: the contents of the sources, of the lock file and of this file. */
function sources() {
  const digest = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!passedOver.has(name)) add(join(path, name))
    } else digest.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const path of [web, join(root, 'packages', 'core', 'src'), join(root, 'package-lock.json')]) add(path)
  add(fileURLToPath(import.meta.url))
  return digest.digest('hex')
}

/** Is the web app built from the sources as they are? */
export function isWebBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources()
}

/** @throws {Error} with the output of the builder */
export function buildWebIfNeeded() {
  // Before the build: what is edited meanwhile is not in it.
  const built = sources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === built) return
  console.log('Building the web app…')
  const windows = process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(windows ? 'npm.cmd' : 'npm', ['run', 'build', '--silent'], {
    cwd: web,
    encoding: 'utf8',
    shell: windows,
    // Tests build it too, and must get what users get.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    throw new Error(`${stdout}${stderr}\nThe web app could not be built: see the lines above.`)
  }
  writeFileSync(stamp, built)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWebIfNeeded()
