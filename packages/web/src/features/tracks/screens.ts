import { screen } from '../../base/screen.ts'
import { readTrackUrl } from './url-state.ts'

export const trackScreens = [
  screen({
    path: '/index/track',
    permission: ['main:track'],
    menu: { section: 'replay', label: 'tracks.title' },
    search: readTrackUrl,
    component: async () => (await import('./TrackScreen.tsx')).TrackScreen,
  }),
  screen({
    path: '/sharedTrack/$token',
    permission: 'public',
    component: async () => (await import('./SharedTrackScreen.tsx')).SharedTrackScreen,
  }),
] as const
