/**
 * Where the product lies at its host: everywhere, or below a path such as `/gps/`, behind a proxy. Code names paths as
 * the product has them (`/api/…`, `/index/home`); what goes to the browser passes through here. `npm run paths` refuses
 * ways around it.
 */

// The server writes it into the page, as seen from the page's address: whatever a proxy took away, it is right.
const base = 'document' in globalThis ? document.querySelector?.('base')?.href : undefined

/** Path below which the product lies, with a slash at both ends: `/`, `/gps/`. */
export const basePath = base === undefined ? '/' : new URL(base).pathname

/** The path at this host of one of the product: `/gps/api/live` of `/api/live`. */
export function pathAtHost(path: string): string {
  return basePath + path.slice(1)
}

/** The whole address of a path of the product, for other programs and people. */
export function urlOf(path: string): URL {
  return new URL(pathAtHost(path), location.href)
}

/** The path of the product that a path at this host is: `/index/home` of `/gps/index/home`. */
export function pathOfProduct(path: string): string {
  return path.startsWith(basePath) ? `/${path.slice(basePath.length)}` : path
}

/** An address that the server named, as a link has it: elsewhere, or a path of the product. */
export function linkTo(address: string): string {
  return address.startsWith('/') ? pathAtHost(address) : address
}

/** Leaves the page for an address that the server named, such as that of a payment provider. */
export function leaveFor(address: string): void {
  location.assign(linkTo(address))
}
