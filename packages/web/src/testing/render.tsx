import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { Language } from '@trackway/core/codes/languages.ts'
import { permissionsOf } from '@trackway/core/codes/permissions.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { SessionAccount } from '@trackway/core/features/accounts/calls.ts'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { type RenderResult, render } from 'vitest-browser-react'
import { completeLanguages, showLanguage, startLanguages } from '../base/i18n.ts'
import { queryClient } from '../base/queries/query-client.ts'
import { useSession } from '../base/session.ts'
import { parseSearch, stringifySearch } from '../shell/search-params.ts'
import { closeConfirm } from '../ui/form/confirm.ts'
import { Providers } from '../ui/layout/Providers.tsx'

interface Surroundings {
  /** Path and query of the page; `useSearch` and links see it. */
  url?: string
  language?: Language
  /** What differs from an administrator named `boss`. */
  user?: Partial<SessionAccount>
}

const boss: Omit<SessionAccount, 'permissions'> = {
  id: 1,
  ancestors: '',
  username: 'boss',
  nickname: null,
  role: roles.admin,
  realname: null,
  telephone: null,
  email: null,
  language: 'en',
  timeZone: 'Asia/Shanghai',
  units: 'metric',
  expireTime: null,
  isDemo: false,
  remark: null,
  createTime: Date.UTC(2024, 0, 1),
  mustChangePassword: false,
  isOfDevice: false,
  actor: null,
  region: null,
  group: null,
  importCount: null,
}

/**
 * Draws a part of the web app with all its providers: theme, texts, queries, router, a signed-in user.
 * Ask for what is seen by role and label: `screen.getByRole('button', { name: 'Save' })`.
 */
export async function renderInApp(
  content: ReactNode,
  { url = '/', language = 'en', user = {} }: Surroundings = {},
): Promise<RenderResult> {
  if (!i18next.isInitialized) {
    await startLanguages()
    await completeLanguages()
  }
  await showLanguage(language)
  useSession.setState({
    token: 'token-of-the-test',
    user: { ...boss, language, permissions: permissionsOf(user.role ?? boss.role), ...user },
  })
  onTestFinished(() => {
    queryClient.clear()
    // A confirmation that was left open would cover the next test.
    closeConfirm()
  })

  const router = createRouter({
    routeTree: createRootRoute({ component: () => content, notFoundComponent: () => content }),
    history: createMemoryHistory({ initialEntries: [url] }),
    parseSearch,
    stringifySearch,
  })
  return render(
    <Providers>
      <RouterProvider router={router as never} />
    </Providers>,
  )
}
