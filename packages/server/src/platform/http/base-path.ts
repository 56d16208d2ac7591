import { publicUrl } from '../mail/stored-mail.ts'

/**
 * Behind a proxy the product may lie below a path of its host, `/gps/`. It follows from `PUBLIC_URL`; whether the proxy
 * takes it away or passes it on, the routes are those of the product.
 */

/** The path below which people open the product, without a slash at its end; empty: it has the host for itself. */
export function basePath(): string {
  return new URL(publicUrl() ?? 'http://localhost').pathname.replace(/\/+$/, '')
}

/** The address of a request without the path that a proxy passed on. */
export function withoutBase(url: string): string {
  const base = basePath()
  return base !== '' && url.startsWith(`${base}/`) ? url.slice(base.length) : url
}

/** Where an address leads that is the path without its slash, `/gps`: relative names of the page would miss it. */
export function withSlash(url: string): string | null {
  const base = basePath()
  const [path, query] = url.split('?', 2)
  if (base === '' || path !== base) return null
  return query === undefined ? `${base}/` : `${base}/?${query}`
}

/** How to get from a page at this path of the product to its start: `../` of `/index/home`. */
export function upFrom(path: string): string {
  return '../'.repeat(Math.max(0, path.split('/').length - 2)) || './'
}
