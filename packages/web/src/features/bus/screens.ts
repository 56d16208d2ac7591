import type { busLineList } from '@trackway/core/features/bus/calls.ts'
import { screen } from '../../base/screen.ts'
import { type ListUrl, readAccount } from '../../ui/list/list-url.ts'
import { readLineUrl } from './line-tabs.ts'

export const busScreens = [
  screen({
    path: '/index/bus/busLineList',
    permission: ['main:bus'],
    menu: { section: 'places', label: 'bus.title', covers: ['/index/bus/busLine'] },
    search: (raw): ListUrl<typeof busLineList> => readAccount(raw),
    component: async () => (await import('./BusLinesScreen.tsx')).BusLinesScreen,
  }),
  screen({
    path: '/index/bus/busLine/$tab',
    permission: ['main:bus'],
    parts: { live: [], route: [], timetable: [], links: [] },
    search: readLineUrl,
    component: async () => (await import('./BusLineScreen.tsx')).BusLineScreen,
  }),
  screen({
    path: '/busLine/$token',
    permission: 'public',
    component: async () => (await import('./PublicLineScreen.tsx')).PublicLineScreen,
  }),
] as const
