import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ResolveFullPath,
  type ResolveId,
  redirect,
} from '@tanstack/react-router'
import { chooseAccount } from '../base/chosen/account.ts'
import { chooseDevice } from '../base/chosen/device.ts'
import type { Screen } from '../base/screen.ts'
import { useSession } from '../base/session.ts'
import { basePath } from '../base/web-paths.ts'
import { loginSearch } from '../features/accounts/screens.ts'
import { ErrorScreen } from '../ui/ErrorBoundary.tsx'
import { closeConfirm } from '../ui/form/confirm.ts'
import { ScreenLoading } from '../ui/loading/ScreenLoading.tsx'
import { firstPart, guard, isPermitted, screenAt } from './access.ts'
import { afterLogin } from './after-login.ts'
import { homeOf } from './menu/menu.ts'
import { readChoice, takes } from './menu/use-menu-search.ts'
import { pathAbove, screens } from './screens.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** The routes, in the spelling that links have. Screens are loaded when they are first opened. */

const root = createRootRoute({
  component: Outlet,
  beforeLoad: ({ location, matches }) => {
    const isKnown = !matches.some((match) => match.routeId === '/$')
    const { user } = useSession.getState()
    const to = guard({ path: location.pathname, isKnown }, user, homeOf)
    if (to === null) return
    if (user && location.pathname === '/login') {
      const { next } = loginSearch(location.search as Record<string, unknown>)
      const target = afterLogin(next, (path) => isPermitted(user.permissions, path))
      throw redirect(target === null ? { to, replace: true } : { href: target, replace: true })
    }
    // After signing in, the link that led here is opened.
    const { endedBy } = useSession.getState()
    // Whoever signed out is done with that page; the next one to sign in may be somebody else.
    const returns = to === '/login' && location.pathname !== '/' && endedBy !== 'logout'
    const next = returns ? location.href : undefined
    throw redirect({ to, replace: true, ...(next && { search: { next } }) })
  },
})

const toHome = () => {
  const { user } = useSession.getState()
  if (user) throw redirect({ to: homeOf(user.permissions), replace: true })
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/redirect', replace: true })
  },
})

const redirectRoute = createRoute({ getParentRoute: () => root, path: '/redirect', beforeLoad: toHome })

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/notFound',
  component: lazyRouteComponent(() => import('./NotFoundScreen.tsx'), 'NotFoundScreen'),
})

const unknown = createRoute({ getParentRoute: () => root, path: '$' })

const index = createRoute({
  getParentRoute: () => root,
  path: '/index',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
})

const nothingYet = createRoute({
  getParentRoute: () => index,
  path: '/',
  component: lazyRouteComponent(() => import('./NothingYetScreen.tsx'), 'NothingYetScreen'),
})

/** The factory area, in the same frame. */
const factory = createRoute({
  getParentRoute: () => root,
  path: '/test',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
})

const factoryStart = createRoute({ getParentRoute: () => factory, path: '/', beforeLoad: toHome })

/** `home` of `/index/home`; a screen outside the two areas keeps its whole path. */
type PathBelow<P extends string> = P extends `/index/${infer Rest}`
  ? Rest
  : P extends `/test/${infer Rest}`
    ? Rest
    : P
type Area = 'index' | 'test' | 'root'
type AreaOf<P extends string> = P extends `/index/${string}`
  ? 'index'
  : P extends `/test/${string}`
    ? 'test'
    : 'root'
type SearchOf<S extends Screen> = S extends { search: infer Validate } ? Validate : undefined
type RouteOf<
  Above extends AnyRoute,
  S extends Screen,
  Path extends string = PathBelow<S['path']>,
> = ReturnType<
  typeof createRoute<
    unknown,
    Above,
    Path,
    ResolveFullPath<Above, Path>,
    string,
    ResolveId<Above, string, Path>,
    SearchOf<S>
  >
>
/** The routes of the screens of an area, so that links and queries are typed by them. */
type RoutesOf<
  Above extends AnyRoute,
  Of extends Area,
  List,
  Found extends readonly unknown[] = [],
> = List extends readonly [infer S extends Screen, ...infer Rest]
  ? RoutesOf<Above, Of, Rest, AreaOf<S['path']> extends Of ? [...Found, RouteOf<Above, S>] : Found>
  : Found

const areaOf = (path: string): Area =>
  path.startsWith('/index/') ? 'index' : path.startsWith('/test/') ? 'test' : 'root'
const below = (path: string) => path.replace(/^\/(?:index|test)\//, '')

function routesBelow<Above extends AnyRoute, Of extends Area>(
  above: Above,
  area: Of,
): RoutesOf<Above, Of, typeof screens> {
  return (screens as readonly Screen[])
    .filter(({ path }) => areaOf(path) === area)
    .map(({ path, search, component }) =>
      createRoute({
        getParentRoute: () => above,
        path: below(path),
        ...(search && { validateSearch: search }),
        component: lazyRouteComponent(async () => ({ default: await component() })),
      }),
    ) as unknown as RoutesOf<Above, Of, typeof screens>
}

/** Above the parts of a screen: the first that the user may open. */
const entriesBelow = (above: AnyRoute, area: Area) =>
  (screens as readonly Screen[]).flatMap((screen) => {
    const { path, parts } = screen
    if (!parts || areaOf(path) !== area) return []
    return [
      createRoute({
        getParentRoute: () => above,
        path: below(pathAbove(path)),
        beforeLoad: ({ location }) => {
          const { user } = useSession.getState()
          const part = user && firstPart(user.permissions, screen)
          if (part) throw redirect({ href: `${pathAbove(path)}/${part}${location.searchStr}`, replace: true })
        },
      }),
    ]
  })

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    redirectRoute,
    notFound,
    unknown,
    ...routesBelow(root, 'root'),
    index.addChildren([
      nothingYet,
      ...(entriesBelow(index, 'index') as unknown as []),
      ...routesBelow(index, 'index'),
    ]),
    factory.addChildren([
      factoryStart,
      ...(entriesBelow(factory, 'test') as unknown as []),
      ...routesBelow(factory, 'test'),
    ]),
  ]),
  basepath: basePath,
  defaultErrorComponent: ErrorScreen,
  defaultPendingComponent: ScreenLoading,
  defaultPendingMs: 200,
  defaultPreload: 'intent',
  caseSensitive: true,
  parseSearch,
  stringifySearch,
})

// Open dialogs close on every navigation. Those of a screen close with it.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) closeConfirm()
})

// The customer and the vehicle that a screen shows stay chosen on the next one.
router.subscribe('onResolved', ({ toLocation }) => {
  const screen = screenAt(toLocation.pathname)?.screen
  if (!screen) return
  const { userId, terminalID } = readChoice(screen, toLocation.search)
  if (takes(screen).userId) chooseAccount(userId)
  if (takes(screen).terminalID) chooseDevice(terminalID)
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
