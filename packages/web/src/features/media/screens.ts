import type { mediaList } from '@trackway/core/features/media/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** The list, and the device whose files alone are shown. */
type MediaUrl = ListUrl<typeof mediaList> & { terminalID?: string | undefined }

/** Opened from a vehicle. */
export const mediaScreens = [
  screen({
    path: '/index/media',
    permission: ['main:monitor'],
    search: ({ terminalID }): MediaUrl =>
      terminalID === undefined ? {} : { terminalID: String(terminalID) },
    component: async () => (await import('./MediaScreen.tsx')).MediaScreen,
  }),
] as const

export const tapeScreens = [
  screen({
    path: '/test/tape',
    permission: ['test:tape'],
    menu: { section: 'factory', label: 'media.title', group: 'logs' },
    search: (): ListUrl<typeof mediaList> => ({}),
    component: async () => (await import('./TapeScreen.tsx')).TapeScreen,
  }),
] as const
