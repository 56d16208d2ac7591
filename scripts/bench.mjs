// npm run bench [name…]: the figures of docs/BENCHMARKS.md, one script each, one after the other.
import { join } from 'node:path'
import { fail, installIfNeeded, root, run } from './runtime.mjs'

installIfNeeded()

/** In the order of docs/BENCHMARKS.md; what else lies in bench/ is a part of these. */
const scripts = [
  'ingest',
  'latency',
  'reconnect',
  'old-days',
  'fences',
  'memory',
  'store',
  'area-search',
  'statistics',
  'exports',
  'imports',
  'device-list',
  'alarms',
  'night',
  'orders',
  'factory',
  'firmware',
  'first-load',
  'open-fleet',
  'fan-out',
  'map-frame',
  'monitor-frames',
  'replay-frames',
  'mileage',
]
const names = process.argv.slice(2)
const unknown = names.filter((name) => !scripts.includes(name))
if (unknown.length > 0) fail(`No figure is called ${unknown.join(', ')}: there are ${scripts.join(', ')}.`)

let failed = 0
for (const name of names.length > 0 ? names : scripts) {
  console.log(`\n== ${name}`)
  if (run([join(root, 'bench', `${name}.ts`)]) !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
