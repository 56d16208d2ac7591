import { screen } from '../../base/screen.ts'

export const liveShareScreens = [
  screen({
    path: '/sharedLive/$token',
    permission: 'public',
    component: async () => (await import('./SharedLiveScreen.tsx')).SharedLiveScreen,
  }),
] as const
