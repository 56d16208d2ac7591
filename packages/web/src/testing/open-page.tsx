import { RouterProvider } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import type { RenderResult } from 'vitest-browser-react'
import { router } from '../shell/router.tsx'
import { renderInApp } from './render.tsx'

/** Opens an address of the web app as its router does, guard and frame included, for who is signed in by `user`. */
export async function openPage(
  href: string,
  surroundings?: Parameters<typeof renderInApp>[1],
): Promise<RenderResult> {
  const before = location.href
  onTestFinished(() => history.replaceState(null, '', before))
  history.replaceState(null, '', href)
  const screen = await renderInApp(<RouterProvider router={router} />, surroundings)
  await router.navigate({ href })
  return screen
}
