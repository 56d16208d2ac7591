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
import { chooseAccount } from '../base/chosen-account.ts'
import type { Screen } from '../base/screen.ts'
import { useSession } from '../base/session.ts'
import { loginSearch } from '../features/accounts/screens.ts'
import { ErrorScreen } from '../ui/ErrorBoundary.tsx'
import { closeConfirm } from '../ui/form/confirm.tsx'
import { ScreenLoading } from '../ui/ScreenLoading.tsx'
import { firstPart, guard, isPermitted, screenAt } from './access.ts'
import { afterLogin } from './after-login.ts'
import { homeOf } from './menu.ts'
import { pathAbove, screens } from './screens.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { takesAccount } from './use-menu-search.ts'

/** The routes of S1 section 2, in its spelling. Screens are loaded when they are first opened. */

const root = createRootRoute({
  component: Outlet,
  beforeLoad: ({ location, matches }) => {
    const isKnown = !matches.some((match) => match.routeId === '/$')
    const { user } = useSession.getState()
    const to = guard({ path: location.pathname, isKnown }, user, homeOf)
    if (to === null) return
    if (user && location.pathname === '/login') {
      const { next } = loginSearch(location.search as Record<string, unknown>)
      const wanted = afterLogin(next, (path) => isPermitted(user.permissions, path))
      throw redirect(wanted === null ? { to, replace: true } : { href: wanted, replace: true })
    }
    // After signing in, the link that led here is opened.
    const { endedBy } = useSession.getState()
    // Whoever signed out is done with that page; the next one to sign in may be somebody else.
    const isAsked = to === '/login' && location.pathname !== '/' && endedBy !== 'logout'
    const next = isAsked ? location.href : undefined
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

/** `home` of `/index/home`; a screen outside the main area keeps its whole path. */
type PathBelow<P extends string> = P extends `/index/${infer Rest}` ? Rest : P
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
/** The routes of the screens in the main area, or of the others, so that links and queries are typed by them. */
type RoutesOf<Above extends AnyRoute, List> = List extends readonly [infer S extends Screen, ...infer Rest]
  ? (S['path'] extends `/index/${string}` ? typeof index : typeof root) extends Above
    ? [RouteOf<Above, S>, ...RoutesOf<Above, Rest>]
    : RoutesOf<Above, Rest>
  : []

function routesBelow<Above extends AnyRoute>(above: Above): RoutesOf<Above, typeof screens> {
  const isMain = (above as AnyRoute) === index
  return (screens as readonly Screen[])
    .filter(({ path }) => path.startsWith('/index/') === isMain)
    .map(({ path, search, component }) =>
      createRoute({
        getParentRoute: () => above,
        path: isMain ? path.replace('/index/', '') : path,
        ...(search && { validateSearch: search }),
        component: lazyRouteComponent(async () => ({ default: await component() })),
      }),
    ) as unknown as RoutesOf<Above, typeof screens>
}

/** Above the parts of a screen: the first that the user may open. */
const entries = (screens as readonly Screen[]).flatMap((screen) => {
  const { path, parts } = screen
  if (!parts) return []
  return [
    createRoute({
      getParentRoute: () => index,
      path: pathAbove(path).replace('/index/', ''),
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
    ...routesBelow(root),
    index.addChildren([nothingYet, ...(entries as unknown as []), ...routesBelow(index)]),
  ]),
  defaultErrorComponent: ErrorScreen,
  defaultPendingComponent: ScreenLoading,
  defaultPendingMs: 200,
  defaultPreload: 'intent',
  caseSensitive: true,
  parseSearch,
  stringifySearch,
})

// S1 section 2: open dialogs close on every navigation. Those of a screen close with it.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) closeConfirm()
})

// The customer whose devices a screen shows stays chosen on the next one.
router.subscribe('onResolved', ({ toLocation }) => {
  const screen = screenAt(toLocation.pathname)?.screen
  if (!screen || !takesAccount(screen)) return
  chooseAccount((screen.search?.(toLocation.search) as { userId?: number } | undefined)?.userId)
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
