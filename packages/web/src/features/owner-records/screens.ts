import type { ownerRecordList } from '@trackway/core/features/owner-records/calls.ts'
import { screen } from '../../base/screen.ts'
import { type ListUrl, readAccount } from '../../ui/list/list-url.ts'

export const ownerRecordScreens = [
  screen({
    path: '/index/device/userInfo',
    permission: ['main:devices_user_info'],
    menu: { section: 'vehicles', label: 'owners.title' },
    search: (raw): ListUrl<typeof ownerRecordList> => readAccount(raw),
    component: async () => (await import('./OwnerRecordsScreen.tsx')).OwnerRecordsScreen,
  }),
] as const
