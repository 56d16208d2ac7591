#!/usr/bin/env node
// npx trackway <command>: runs a command on the Node that npm installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installIfNeeded, root, run } from './runtime.mjs'

const commands = {
  decode: [
    'packages/server/src/cli/decode.ts',
    'decodes frames (hex on standard input) to JSON: decode [gt06|jt808] [--type NAME] [--dialect NAME]',
  ],
  simulate: [
    'packages/simulator/src/main.ts',
    'simulates driving devices: simulate --protocol gt06 --devices 100 --interval 10',
  ],
  jig: [
    'packages/simulator/src/jig/main.ts',
    'simulates the jigs of a production line: jig --key twj_… --devices 100',
  ],
  backup: ['packages/server/src/cli/backup.ts', 'writes the whole database to a file: backup FILE', 'backup'],
  restore: [
    'packages/server/src/cli/backup.ts',
    'reads a backup into an empty database: restore FILE',
    'restore',
  ],
  ledger: [
    'packages/server/src/cli/ledger.ts',
    'proves that balances are the sums of their entries: ledger check',
  ],
  map: [
    'packages/server/src/cli/map.ts',
    'manages street maps: map add FILE, map list, map remove ID, map fetch AREA',
  ],
  ports: ['packages/server/src/cli/ports.ts', 'lists the device ports by protocol, and their settings'],
  reseal: ['packages/server/src/cli/reseal.ts', 're-encrypts secrets after SECRET_KEY was changed'],
  user: ['packages/server/src/cli/user.ts', 'sets a lost password: user password <user name>'],
}

const [name, ...args] = process.argv.slice(2)
if (name === '--version') {
  console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
  process.exit()
}
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : null
if (!command) {
  const lines = Object.entries(commands).map(([each, [, help]]) => `  ${each.padEnd(10)}${help}`)
  const list = ['Commands:', ...lines].join('\n')
  if (name === '--help') console.log(list)
  else console.error(name === undefined ? list : `Unknown command: ${name}.\n${list}`)
  process.exit(name === '--help' ? 0 : 2)
}
installIfNeeded({ withoutDevelopment: true })
process.exit(run([join(root, command[0]), ...command.slice(2), ...args], { cwd: process.cwd() }))
