/** What paths of the product begin with: below one of these it could not distinguish its own from the proxy's. */
const ownPaths =
  /^\/(a|api|assets|confirmEmail|f|healthz|hooks|index|login|loginByCert|map|metrics|notFound|offline-map|readyz|redirect|setPassword|sharedLive|sharedTrack|test|unsubscribe)\//

/** Is it a path that means the same however it is written: `/`, or plain names between slashes? */
export function isPlainPath(path: string): boolean {
  return path.length <= 200 && /^\/([\w.~-]+\/)*$/.test(path) && !/\/\.{1,2}\//.test(path)
}

/** May people open the platform at this address, such as `https://example.com/gps/`? */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return false
  const path = `${url.pathname.replace(/\/+$/, '')}/`
  return isPlainPath(path) && !ownPaths.test(path)
}
