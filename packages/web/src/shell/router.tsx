import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { useSession } from '../base/session.ts'
import { readCheckCarUrl } from '../features/check-car/url-state.ts'
import { deviceListSearch } from '../features/devices/search.ts'
import { readLocationsUrl } from '../features/locations/fleet/url-state.ts'
import { readStatisticsUrl } from '../features/statistics/report-filter/url-state.ts'
import { statisticsTabs, tabOf } from '../features/statistics/tabs/tabs.ts'
import { readTrackUrl } from '../features/tracks/url-state.ts'
import { ErrorScreen } from '../ui/ErrorBoundary.tsx'
import { closeConfirm } from '../ui/form/confirm.tsx'
import { ScreenLoading } from '../ui/ScreenLoading.tsx'
import { guard, isPermitted } from './access.ts'
import { afterLogin } from './after-login.ts'
import { homeOf } from './menu.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** The routes of S1 section 2, in its spelling. Screens are loaded when they are first opened. */

const loginSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? { next } : {}

const root = createRootRoute({
  component: Outlet,
  beforeLoad: ({ location, matches }) => {
    const isKnown = !matches.some((match) => match.routeId === '/$')
    const { user } = useSession.getState()
    const to = guard({ path: location.pathname, isKnown }, user, homeOf)
    if (to === null) return
    if (user && location.pathname === '/login') {
      const { next } = loginSearch(location.search as Record<string, unknown>)
      const wanted = afterLogin(next, (path) => isPermitted(user.role, path))
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
  if (user) throw redirect({ to: homeOf(user.role), replace: true })
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/redirect', replace: true })
  },
})

const redirectRoute = createRoute({ getParentRoute: () => root, path: '/redirect', beforeLoad: toHome })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('../features/accounts/LoginScreen.tsx'), 'LoginScreen'),
})

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/notFound',
  component: lazyRouteComponent(() => import('./NotFoundScreen.tsx'), 'NotFoundScreen'),
})

const sharedTrack = createRoute({
  getParentRoute: () => root,
  path: '/sharedTrack/$token',
  component: lazyRouteComponent(
    () => import('../features/tracks/SharedTrackScreen.tsx'),
    'SharedTrackScreen',
  ),
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

const home = createRoute({
  getParentRoute: () => index,
  path: 'home',
  validateSearch: readLocationsUrl,
  component: lazyRouteComponent(() => import('../features/locations/LocationsScreen.tsx'), 'LocationsScreen'),
})

const track = createRoute({
  getParentRoute: () => index,
  path: 'track',
  validateSearch: readTrackUrl,
  component: lazyRouteComponent(() => import('../features/tracks/TrackScreen.tsx'), 'TrackScreen'),
})

const count = createRoute({
  getParentRoute: () => index,
  path: 'count',
  beforeLoad: () => {
    const { user } = useSession.getState()
    const first = statisticsTabs.find(({ path }) => user && isPermitted(user.role, `/index/count/${path}`))
    if (first) throw redirect({ to: '/index/count/$tab', params: { tab: first.path }, replace: true })
  },
})

const statistics = createRoute({
  getParentRoute: () => index,
  path: 'count/$tab',
  validateSearch: readStatisticsUrl,
  beforeLoad: ({ params }) => {
    if (!tabOf(params.tab)) throw redirect({ to: '/notFound', replace: true })
  },
  component: lazyRouteComponent(
    () => import('../features/statistics/StatisticsScreen.tsx'),
    'StatisticsScreen',
  ),
})

const deviceList = createRoute({
  getParentRoute: () => index,
  path: 'device/deviceList',
  validateSearch: deviceListSearch,
  component: lazyRouteComponent(() => import('../features/devices/DevicesScreen.tsx'), 'DevicesScreen'),
})

const checkCarStart = createRoute({
  getParentRoute: () => index,
  path: 'checkCar',
  beforeLoad: () => {
    throw redirect({ to: '/index/checkCar/$kind', params: { kind: 'area' }, replace: true })
  },
})

const checkCar = createRoute({
  getParentRoute: () => index,
  path: 'checkCar/$kind',
  validateSearch: readCheckCarUrl,
  beforeLoad: ({ params }) => {
    if (params.kind !== 'area' && params.kind !== 'point') throw redirect({ to: '/notFound', replace: true })
  },
  component: lazyRouteComponent(() => import('../features/check-car/CheckCarScreen.tsx'), 'CheckCarScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    redirectRoute,
    login,
    notFound,
    sharedTrack,
    unknown,
    index.addChildren([nothingYet, home, track, count, statistics, checkCarStart, checkCar, deviceList]),
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
