// npm run paths: the web app may lie below any path of a host (`/gps/`), so no code of it names a path of the host.
// What goes to the browser passes through `base/web-paths.ts`; the router has the product's own paths.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

const web = join(root, 'packages', 'web')
/** Knows where the product lies. */
const theOne = join('src', 'base', 'web-paths.ts')

/** What is refused in code, and why. */
const refused = [
  [
    /\b(?:fetch|Request|WebSocket|EventSource|Worker|sendBeacon|open)\(\s*['"`]\//,
    'requests a path of the host',
  ],
  [/\bfetch\(addressOf\(/, 'requests a path of the host'],
  [/\b(?:href|src|action|icon|badge)(?:=\{?|:\s*)['"`]\/(?!\/)/, 'names a path of the host'],
  [/<a\b[^>]*\bhref=\{(?!pathAtHost\(|`(?:tel|mailto):|(?:url|link|smsLink)\()/, 'links past pathAtHost'],
  [
    /(?<!(?:[aA]tHost|urlOf)\()['"`]\/(?:map\/|[\w-]+\.(?:js|svg|json|webmanifest|png)\b)/,
    'names a file of the host',
  ],
  [/\bnew URL\([^)]*\b(?:location|baseURI)\b/, 'resolves an address by itself'],
  [
    /\b(?:window|document|globalThis)\.location\.(?:pathname|origin|href|assign|replace)\b|(?<![\w.])location\.(?:origin|host|assign|replace)\b/,
    'reads or sets the address by itself',
  ],
  [/\bimport\.meta\.env\.BASE_URL\b|\bdocument\.baseURI\b/, 'knows where the product lies'],
  [/\bhistory\.(?:push|replace)State\((?![^\n]*pathAtHost\()/, 'sets an address past pathAtHost'],
]

const faults = []
const files = [
  ...globSync('src/**/*.{ts,tsx}', { cwd: web }).filter(
    (path) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(path) && path !== theOne,
  ),
  'public/push-worker.js',
  'public/theme-boot.js',
]
for (const path of files) {
  const code = readFileSync(join(web, path), 'utf8').replace(
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
    (comment) => comment.replace(/[^\n]/g, ' '),
  )
  for (const [pattern, fault] of refused)
    for (const { index } of code.matchAll(new RegExp(pattern, 'g')))
      faults.push(`packages/web/${path}:${code.slice(0, index).split('\n').length} ${fault}`)
}
for (const [, name] of readFileSync(join(web, 'public', 'manifest.webmanifest'), 'utf8').matchAll(
  /"(\/[^"]*)"/g,
))
  faults.push(`packages/web/public/manifest.webmanifest names a path of the host: ${name}`)

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
