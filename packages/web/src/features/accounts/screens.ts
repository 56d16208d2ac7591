import { screen } from '../../base/screen.ts'

/** Where a link that needed a session led to. */
export const loginSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? { next } : {}

export const accountScreens = [
  screen({
    path: '/login',
    permission: 'public',
    search: loginSearch,
    component: async () => (await import('./LoginScreen.tsx')).LoginScreen,
  }),
] as const
