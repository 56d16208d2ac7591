import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The server of a development machine, when the pages come from `vite dev`. */
const apiUrl = process.env.TRACKWAY_API ?? 'http://localhost:8080'

/**
 * Texts of one language lie in many small files beside their features; they are loaded in two parts, that of the
 * sign-in page first (base/i18n.ts). Those of the rules are few, and the code asks for both languages at once.
 */
function textsChunk(moduleId: string): string | null {
  const [, folder = '', language] = /(\w+)\/texts\/([A-Za-z-]+)\.json$/.exec(moduleId) ?? []
  if (language === undefined || folder === 'rules') return null
  return ['base', 'accounts'].includes(folder) ? `texts-first-${language}` : `texts-${language}`
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

const antdModule = /node_modules[\\/](antd|@ant-design|@rc-component|@emotion)[\\/](?!.*[\\/]locale[\\/])/
/** What no first picture shows at all: tables, calendars and what is like them. The forms stand in a chunk of their own. */
const lateModule =
  /node_modules[\\/](antd[\\/]es|@rc-component)[\\/](table|picker|date-picker|time-picker|calendar|color-picker|upload|image|slider|steps|timeline|collapse|breadcrumb|typography|qr-?code)[\\/]/
/** The parts of antd that the frame and the monitor show before anything is opened. */
const firstParts =
  /antd[\\/]es[\\/](alert|app|avatar|badge|button|config-provider|drawer|dropdown|flex|input|menu|modal|popover|skeleton|spin|switch|theme|tooltip)[\\/]index\.js$/
const antdIndex = fileURLToPath(new URL('../../node_modules/antd/es/index.js', import.meta.url))

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** These parts with all they import. Nothing of them asks for a later chunk, so chunks are no circle. */
const firstModules = new Set<string>()
function findFirstModules(modules: Modules): void {
  const next = (modules.getModuleInfo(antdIndex)?.importedIds ?? []).filter((id) => firstParts.test(id))
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (firstModules.has(id)) continue
    firstModules.add(id)
    next.push(...(modules.getModuleInfo(id)?.importedIds ?? []).filter((each) => antdModule.test(each)))
  }
}

/** Pictures of the frame, the map and the monitor; those of all other screens come with the first of these. */
const iconName = /@ant-design[\\/]icons(?:-svg)?[\\/](?:es|lib)[\\/](?:icons|asn)[\\/](\w+)\.js$/
const firstIcons = new Set(
  ['shell', 'map', 'ui', 'features'].flatMap((folder) =>
    readdirSync(new URL(`src/${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          folder !== 'features' ||
          /screens\.tsx?$|^(locations|alarms|service-ends|accounts|system.Notices)\b/.test(file),
      )
      .filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))
      .flatMap(
        (file) =>
          readFileSync(new URL(`src/${folder}/${file}`, import.meta.url), 'utf8').match(
            /\w+(Outlined|Filled|TwoTone)\b/g,
          ) ?? [],
      ),
  ),
)

function antdChunk(id: string, modules: Modules): string | null {
  if (!antdModule.test(id)) return null
  if (firstModules.size === 0) findFirstModules(modules)
  if (firstModules.has(id)) return 'antd'
  const [, icon] = iconName.exec(id) ?? []
  if (icon !== undefined) return firstIcons.has(icon) ? 'antd' : 'antd-late'
  if (/@ant-design[\\/]/.test(id)) return 'antd'
  return lateModule.test(id) ? 'antd-late' : 'antd-forms'
}

export default defineConfig({
  plugins: [react(), compressed],
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
          groups: [
            { name: textsChunk, debugName: 'texts', priority: 40 },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/,
              priority: 30,
            },
            { name: 'dates', test: /node_modules[\\/]dayjs[\\/](?!locale)/, priority: 30 },
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/, priority: 30 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 30 },
            {
              // What reads vector tiles comes with the streets, which are fetched where there are some.
              name: 'map',
              test: /node_modules[\\/](ol[\\/](?!format[\\/]MVT|node_modules)|(rbush|quickselect|earcut)[\\/])/,
              priority: 30,
            },
            // By what is shown first: its modules import each other in circles, which break when chunks cut
            // through them. Language packs stay apart: one of eleven is needed.
            { name: antdChunk, debugName: 'antd', priority: 20 },
          ],
        },
      },
    },
  },
})
