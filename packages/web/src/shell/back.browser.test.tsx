import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useUrlChange } from '../base/history-steps.ts'
import type { Screen } from '../base/screen.ts'
import { screens } from './screens.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** URL parameters of what may be open over a screen, with two values of each. */
const openable = {
  terminalID: ['861234560010624', '861234560010632'],
  chosen: [4, 5],
  alarm: [6, 7],
  edit: ['new', 8],
}

/** Screens, each with what may be open over it. */
const cases = (screens as readonly Screen[]).flatMap(({ path, search }) =>
  Object.entries(openable).flatMap(([name, [one, other]]) => {
    const takes = (value: unknown) =>
      search !== undefined &&
      String((search({ [name]: value }) as Record<string, unknown>)[name]) === String(value)
    return takes(one) && takes(other) ? [{ path: path.replace('$', ''), name, one, other }] : []
  }),
)

let change: (part: object) => void = () => {}
function Part() {
  change = useUrlChange<object>()
  return null
}

async function walk(path: string) {
  const history = createMemoryHistory({ initialEntries: ['/index/before', path] })
  const root = createRootRoute()
  const all = createRoute({ getParentRoute: () => root, path: '$', component: Part })
  const router = createRouter({ routeTree: root.addChildren([all]), history, parseSearch, stringifySearch })
  await render(<RouterProvider router={router as never} />)
  const at = () => history.location.href
  const comesTo = (href: string) => expect.poll(at).toBe(href)
  return { history, comesTo }
}

test('there are screens over which something opens', () => {
  expect(cases.map(({ path, name }) => `${path} ${name}`)).toEqual(
    expect.arrayContaining(['/index/home terminalID', '/index/fence chosen', '/index/alarmsAll alarm']),
  )
})

describe.each(cases)('$path?$name', ({ path, name, one, other }) => {
  const href = (value: unknown) => `${path}?${name}=${value}`

  test('"back" closes it, whichever was looked at last, and stays on the screen', async () => {
    const { history, comesTo } = await walk(path)
    change({ [name]: one })
    await comesTo(href(one))
    change({ [name]: other })
    await comesTo(href(other))
    history.back()
    await comesTo(path)
  })

  test('to close it leaves nothing behind: "back" then leads to the screen before', async () => {
    const { history, comesTo } = await walk(path)
    change({ [name]: one })
    await comesTo(href(one))
    change({ [name]: undefined })
    change({ [name]: undefined })
    await comesTo(path)
    history.back()
    await comesTo('/index/before')
  })

  test('come to by a link, it is closed in its place', async () => {
    const { history, comesTo } = await walk(href(one))
    change({ [name]: undefined })
    await comesTo(path)
    history.back()
    await comesTo('/index/before')
  })
})
