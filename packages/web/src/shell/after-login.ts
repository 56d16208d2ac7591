/**
 * Where a link that needed a session leads once there is one; null if it must not be followed.
 * @param next what the guard put into the address, which anybody may have typed
 */
export function afterLogin(next: string | undefined, isPermitted: (path: string) => boolean): string | null {
  // `//host` and `/\host` are other sites to a browser.
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next)) return null
  const path = next.split(/[?#]/)[0]!
  if (!/^\/(?:index|test)\/|^\/payResult$/.test(path)) return null
  return isPermitted(path) ? next : null
}

/**
 * The sign-in page for somebody without a session who opens this address; null: the address needs no session, or there is no
 * screen at it.
 */
export function pathOfSignIn({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  if (pathname === '/login') return pathname + search
  if (pathname === '/' || pathname === '/redirect') return '/login'
  if (!pathname.startsWith('/index/') && pathname !== '/payResult') return null
  return `/login?${new URLSearchParams({ next: pathname + search + hash })}`
}
