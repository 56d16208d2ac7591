import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import type { Screen } from '../base/screen.ts'
import { pathAbove, screens } from './screens.ts'

/** Reachable without user info, beside the screens that say so. */
const publicPaths = ['/loginByCert', '/notFound']

/** May a session with these permissions open the screen at the path? A path without a screen needs no permission. */
export function isPermitted(held: readonly Permission[], path: string): boolean {
  const found = screenAt(path)
  if (!found || found.screen.permission === 'public') return true
  const { screen, part } = found
  const ofPart = part === undefined ? [] : (screen.parts?.[part] ?? [])
  return holdsAny(held, found.screen.permission) && holdsAny(held, ofPart)
}

/** The first of a screen's parts that these permissions open. */
export function firstPart(held: readonly Permission[], { parts = {} }: Screen): string | undefined {
  return Object.keys(parts).find((part) => holdsAny(held, parts[part] ?? []))
}

/**
 * Where a navigation may go: null lets it pass, a path sends it there.
 * @param isKnown whether any route answers to the path
 * @param home where the user belongs after signing in
 */
export function guard(
  to: { path: string; isKnown: boolean },
  user: { permissions: readonly Permission[] } | null,
  home: (held: readonly Permission[]) => string,
): string | null {
  const path = to.path === '/' ? to.path : to.path.replace(/\/+$/, '')
  if (path === '/login') return user ? home(user.permissions) : null
  if (publicPaths.includes(path)) return null
  const found = screenAt(path)
  const hasNoSuchPart = found?.part !== undefined && found.screen.parts && !(found.part in found.screen.parts)
  if (!to.isKnown || hasNoSuchPart) return '/notFound'
  if (found?.screen.permission === 'public') return null
  if (!user) return '/login'
  return isPermitted(user.permissions, path) ? null : '/notFound'
}

/** The screen at a path, and the last part of the path where the screen leaves it open. */
export function screenAt(path: string): { screen: Screen; part: string | undefined } | undefined {
  for (const screen of screens as readonly Screen[]) {
    const above = pathAbove(screen.path)
    if (path === above && (screen.parts || above === screen.path)) return { screen, part: undefined }
    if (above !== screen.path && path.startsWith(`${above}/`))
      return { screen, part: path.slice(above.length + 1) }
  }
  return undefined
}
