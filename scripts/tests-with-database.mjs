// Which test files need PostgreSQL: those whose imports lead to what starts one. Nobody has to keep a list,
// and a test that comes to need a database moves to that project by itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './runtime.mjs'

const server = join(root, 'packages', 'server', 'src')
const startsPostgres = new Set(
  [
    'testing/test-database.ts',
    'testing/server-process.ts',
    'platform/embedded-postgres/embedded-postgres.ts',
  ].map((path) => join(server, path)),
)
/** `import … from '…'` and `export … from '…'`; what is imported for its types alone does not run. */
const importedFrom = /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'([^']+)'/gm
const ownPackage = '@trackway/server/'

/** @returns paths from the root, such as `packages/server/src/live/live.test.ts` */
export function testsWithDatabase() {
  const imports = new Map()
  const reaches = (file, seen) => {
    if (startsPostgres.has(file)) return true
    if (seen.has(file)) return false
    seen.add(file)
    if (!imports.has(file)) imports.set(file, importsOf(file))
    return imports.get(file).some((imported) => reaches(imported, seen))
  }
  return readdirSync(server, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(server, name))
    .filter((file) => reaches(file, new Set()))
    .map((file) => relative(root, file).replaceAll('\\', '/'))
}

/** The files of the server that this one imports. */
function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(importedFrom)]
    .map(([, specifier]) =>
      specifier.startsWith(ownPackage)
        ? join(server, specifier.slice(ownPackage.length))
        : join(dirname(file), specifier),
    )
    .filter((path) => path.startsWith(server) && path.endsWith('.ts') && existsSync(path))
}
