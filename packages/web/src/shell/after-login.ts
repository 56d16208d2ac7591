/**
 * Where a link that needed a session leads once there is one; null if it must not be followed.
 * @param next what the guard put into the address, which anybody may have typed
 */
export function afterLogin(next: string | undefined, isPermitted: (path: string) => boolean): string | null {
  // `//host` and `/\host` are other sites to a browser.
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next)) return null
  const path = next.split(/[?#]/)[0]!
  if (!/^\/(?:index|test)\//.test(path)) return null
  return isPermitted(path) ? next : null
}
