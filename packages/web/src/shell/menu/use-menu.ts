import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useUser } from '../../base/session.ts'
import { menuOf, placeAt } from './menu.ts'

/** The menu of who has signed in, and where in it the screen that is shown has its place. */
export function useMenu() {
  const { permissions } = useUser()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const menu = useMemo(() => menuOf(permissions), [permissions])
  return { menu, place: placeAt(menu, path) }
}
