import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import type { RoleId } from '@trackway/core/codes/roles.ts'
import { statisticsAccess } from '../features/statistics/tabs/tabs.ts'

/**
 * Which permissions a route asks for (S1 section 2): any one suffices. A route also asks for what the routes
 * above it ask for. Guard and menu read the same rows.
 */
export const routeAccess: Record<string, readonly Permission[]> = {
  '/index': [],
  '/index/home': ['main:monitor'],
  '/index/track': ['main:track'],
  '/index/checkCar': ['main:check_car'],
  '/index/device': ['main:devices'],
  '/index/device/deviceList': ['main:devices_management'],
  ...statisticsAccess,
}

/** Reachable without user info. */
const publicPaths = ['/login', '/loginByCert', '/notFound']
/** The same with something of their own behind them: what a link without an account shows. */
const publicRoots = ['/sharedTrack']

export function isPermitted(role: RoleId, path: string): boolean {
  return Object.entries(routeAccess).every(
    ([route, wanted]) => !isAtOrBelow(path, route) || holdsAny(role, wanted),
  )
}

/**
 * Where a navigation may go (S1 section 2, route guard): null lets it pass, a path sends it there.
 * @param isKnown whether any route answers to the path
 * @param home where the user belongs after signing in
 */
export function guard(
  to: { path: string; isKnown: boolean },
  user: { role: RoleId } | null,
  home: (role: RoleId) => string,
): string | null {
  const path = to.path === '/' ? to.path : to.path.replace(/\/+$/, '')
  if (path === '/login') return user ? home(user.role) : null
  if (publicPaths.includes(path)) return null
  if (to.isKnown && publicRoots.some((root) => isAtOrBelow(path, root))) return null
  if (!to.isKnown) return '/notFound'
  if (!user) return '/login'
  return isPermitted(user.role, path) ? null : '/notFound'
}

function isAtOrBelow(path: string, route: string): boolean {
  return path === route || path.startsWith(`${route}/`)
}
