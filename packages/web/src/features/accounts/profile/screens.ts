import { screen } from '../../../base/screen.ts'
import { profileTabs } from './profile-tabs.ts'

export const profileScreens = [
  screen({
    path: '/index/personal/$tab',
    permission: [],
    parts: Object.fromEntries(profileTabs.map((tab) => [tab, []])),
    component: async () => (await import('./ProfileScreen.tsx')).ProfileScreen,
  }),
  screen({
    path: '/setPassword',
    permission: 'public',
    search: ({ token }: Record<string, unknown>) => ({ token: String(token ?? '') }),
    component: async () => (await import('./SetPasswordScreen.tsx')).SetPasswordScreen,
  }),
  screen({
    path: '/confirmEmail',
    permission: 'public',
    search: ({ token }: Record<string, unknown>) => ({ token: String(token ?? '') }),
    component: async () => (await import('./ConfirmEmailScreen.tsx')).ConfirmEmailScreen,
  }),
] as const
