import { existsSync, globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { mergeTexts } from '../core/src/texts/merge-texts.ts'

/** The server of a development machine, when the pages come from `vite dev`. */
const apiUrl = process.env.TRACKWAY_API ?? 'http://localhost:8080'

const source = fileURLToPath(new URL('src', import.meta.url))
const core = fileURLToPath(new URL('../core/src', import.meta.url))
/** Where texts lie: those of the sign-in page, all others (those that the server also writes into files included), and what helps with the API. */
const firstFolders = ['base', 'features/accounts'].map((folder) => join(source, folder, 'texts'))
const textFolders: Record<string, readonly string[]> = {
  first: [...firstFolders, join(core, 'codes/texts')],
  rest: [
    ...globSync('**/texts', { cwd: source })
      .map((folder) => join(source, folder))
      .filter((folder) => !firstFolders.includes(folder)),
    ...globSync('{features/*,lists,readings}/texts', { cwd: core }).map((folder) => join(core, folder)),
  ],
  help: globSync('{api,features/*}/help', { cwd: core }).map((folder) => join(core, folder)),
}

/** The texts of a language lie in many small files beside what shows them; they are requested as two modules (base/i18n.ts). */
const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  load(id) {
    const [, file = '', part = ''] = /([\w-]+\.json)\?(first|rest|help)$/.exec(id) ?? []
    const files = (textFolders[part] ?? [])
      .map((folder) => join(folder, file))
      .filter((path) => existsSync(path))
    if (files.length === 0) return null
    for (const path of files) this.addWatchFile(path)
    const all = mergeTexts(files.map((path) => JSON.parse(readFileSync(path, 'utf8'))))
    return { code: `export default ${JSON.stringify(all)}`, moduleType: 'js' }
  },
}

/** Lays a file compressed as far as it goes beside each one, which the server sends as it is. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName))
    const compress = promisify(brotliCompress)
    await Promise.all(
      texts.map(async (file) =>
        writeFile(
          join(dir, `${file.fileName}.br`),
          await compress(file.type === 'chunk' ? file.code : file.source),
        ),
      ),
    )
  },
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** What is shown before anything is opened, in its order, and where its code begins. */
const entry = join(source, 'shell/main.tsx')
const firstPictures = {
  'sign-in': [entry],
  frame: ['App.tsx', 'Shell.tsx', '../ui/layout/Providers.tsx'].map((file) => join(source, 'shell', file)),
  monitor: [join(source, 'features/locations/LocationsScreen.tsx')],
}

/** These list all that a library has; what is not imported by its name is left out. */
const wholeList = /[\\/](antd[\\/]es|@ant-design[\\/]icons[\\/]es([\\/]icons)?)[\\/]index\.js$/
const namedImports = /import \{([^}]*)\} from '(?:antd|@ant-design\/icons)'/g
const plain = (name: string) => name.replaceAll('-', '').toLowerCase()
/** The plain name of `antd/es/date-picker/index.js`, or of `icons/CarOutlined.js`. */
const nameOf = (id: string) => plain(/([\w-]+)([\\/]index)?\.js$/.exec(id)?.[1] ?? '')

/** The picture that needs a module first. All that it imports is there, so no chunk of it needs a later one. */
const pictureOf = new Map<string, string>()
function findPictures(modules: Modules): void {
  const importsOf = (id: string) => modules.getModuleInfo(id)?.importedIds ?? []
  for (const [picture, files] of Object.entries(firstPictures)) {
    const names = new Set<string>()
    const lists = new Set<string>()
    let next = [...files]
    while (next.length > 0) {
      for (let id = next.pop(); id !== undefined; id = next.pop()) {
        if (pictureOf.has(id)) continue
        if (wholeList.test(id)) {
          lists.add(id)
          continue
        }
        pictureOf.set(id, picture)
        next.push(...importsOf(id))
        const text = /\.tsx?$/.test(id) ? readFileSync(id, 'utf8') : ''
        for (const [, imported = ''] of text.matchAll(namedImports))
          for (const [name] of imported.matchAll(/\w+/g)) names.add(plain(name))
      }
      // Now all names are known.
      next = [...lists]
        .flatMap(importsOf)
        .filter((id) => (wholeList.test(id) ? !lists.has(id) : names.has(nameOf(id)) && !pictureOf.has(id)))
    }
  }
}

/** Libraries change less often than what uses them. Language packs stay apart: one of eleven is needed. */
const libraries = {
  react: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/,
  schemas: /node_modules[\\/]zod[\\/]/,
  router: /node_modules[\\/]@tanstack[\\/]/,
  map: /node_modules[\\/](ol|rbush|quickselect|earcut|topojson-client|world-atlas)[\\/]/,
  antd: /node_modules[\\/](antd|@ant-design|@rc-component|@emotion)[\\/](?!.*[\\/]locale[\\/])/,
}
/** Of the library of schemas, what only a form made from a JSON Schema needs; its index imports it all the same. */
const lateSchemas = /node_modules[\\/]zod[\\/].*from-json-schema/
/** Of antd, what forms and trees do without. */
const lateModule =
  /node_modules[\\/](antd[\\/]es|@rc-component)[\\/](table|picker|date-picker|time-picker|calendar|color-picker|upload|image|slider|steps|timeline|collapse|breadcrumb|typography|qr-?code)[\\/]/

/**
 * What a first picture needs is a few chunks. All else is cut by what is opened together, but for antd: its modules
 * import each other in circles, which break when chunks cut through them.
 */
function codeChunk(id: string, modules: Modules): string | null {
  if (pictureOf.size === 0) findPictures(modules)
  if (lateSchemas.test(id)) return null
  const library = Object.entries(libraries).find(([, test]) => test.test(id))?.[0]
  // The entry waits for the frame, which needs what the sign-in page is made of: that must not wait for the entry.
  const picture = id === entry ? undefined : pictureOf.get(id)
  // What antd imports of other libraries goes into its chunk.
  const other = picture !== 'sign-in' && id.includes('node_modules') ? 'antd' : picture
  if (picture !== undefined) return library ?? other!
  if (library !== 'antd') return null
  return lateModule.test(id) ? 'antd-late' : 'antd-forms'
}

export default defineConfig({
  // Files name each other relatively: the product may lie below any path.
  base: './',
  plugins: [react(), texts, compressed],
  define: {
    'import.meta.env.VITE_STORAGE_PASSPHRASE': JSON.stringify(
      process.env.STORAGE_PASSPHRASE ?? 'trackway keeps passers-by from reading along',
    ),
  },
  resolve: {
    alias: [
      {
        find: /^temporal-polyfill$/,
        replacement: fileURLToPath(new URL('src/shell/temporal.ts', import.meta.url)),
      },
    ],
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: apiUrl, ws: true } },
  },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: codeChunk, debugName: 'code', priority: 20 }],
        },
      },
    },
  },
})
