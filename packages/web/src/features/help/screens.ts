import { screen } from '../../base/screen.ts'
import { helpPages } from './help-pages.ts'

export const helpScreens = [
  screen({
    path: '/index/help/$page',
    permission: [],
    parts: Object.fromEntries(helpPages.map((page) => [page, []])),
    search: ({ call }: Record<string, unknown>): { call?: string } =>
      typeof call === 'string' ? { call } : {},
    component: async () => (await import('./HelpScreen.tsx')).HelpScreen,
  }),
] as const
