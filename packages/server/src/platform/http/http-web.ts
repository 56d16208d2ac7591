import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { upFrom } from './base-path.ts'

export const builtWebApp = join(import.meta.dirname, '..', '..', '..', '..', 'web', 'dist')

const hint = `<!doctype html><meta charset="utf-8"><title>Trackway</title>
<p>The server is running. Its web app has not been built: run <code>npm run build -w packages/web</code> and start again.</p>`

/**
 * Serves the built web app: files with a hash in their name for ever, everything else checked each time.
 * @returns what answers every address that is a screen's and not a file's; null: there is no web app to serve
 */
export async function mountWebApp(
  fastify: FastifyInstance,
  root: string,
): Promise<((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null> {
  const indexHtml = join(root, 'index.html')
  if (!existsSync(indexHtml)) {
    fastify.get('/', async (_request, reply) => reply.type('text/html').send(hint))
    return null
  }
  const sendPage = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const html = await readFile(indexHtml, 'utf8')
    // As seen from this very address, so that it is right whatever a proxy took away before it.
    const page = html.replace(/<base href="[^"]*"/, `<base href="${upFrom(url.split('?', 1)[0]!)}"`)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  }
  for (const path of ['/', '/index.html']) fastify.get(path, sendPage)
  await fastify.register(serveStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(root, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return sendPage
}

/** May this address be a screen of the web app? Then it is answered with `index.html`. */
export function isScreen(method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  const isApi = path === '/api' || path.startsWith('/api/')
  return (method === 'GET' || method === 'HEAD') && !isApi && !/\.\w+$/.test(path)
}

/** Headers that keep the browser from doing on our pages what our pages never do. */
export async function mountSecurityHeaders(fastify: FastifyInstance, root: string): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(root)],
        'style-src': ["'self'", "'unsafe-inline'"], // antd writes its styles into the page
        'img-src': ["'self'", 'data:', 'blob:', 'https:', 'http:'], // map tiles of any provider, also a local one
        'font-src': ["'self'", 'data:'],
        // `data:`: the decoder of stored days fetches its own WebAssembly from a data address.
        // Tiles of maps come as pictures, whatever their provider; Google's need a session first.
        'connect-src': ["'self'", 'data:', 'https://tile.googleapis.com'],
        'worker-src': ["'self'", 'blob:'],
        'frame-src': ["'self'", 'blob:'], // a PDF that is printed
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
      },
    },
    // OpenStreetMap refuses tiles to requests that do not say where they come from.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false, // below, for https alone
    // Browsers complain about these two on plain HTTP, where many run it inside their own network.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  // A browser that came by https never comes by http again. A trusted proxy names the scheme.
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}

// The page may set its theme in a script of its own before anything is drawn; only that very text may run.
function inlineScriptHashes(root: string): string[] {
  const indexHtml = join(root, 'index.html')
  if (!existsSync(indexHtml)) return []
  const scripts = readFileSync(indexHtml, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
