import type {
  agentDeviceCountList,
  importNumberList,
  importRecordList,
} from '@trackway/core/features/import-counts/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

type RecordSearch = ListUrl<typeof importRecordList> & ListUrl<typeof importNumberList> & { part?: 'history' }

export const importCountScreens = [
  screen({
    path: '/index/agent/setImportRecords',
    permission: ['main:agent'],
    menu: { section: 'customers', label: 'importCounts.title' },
    search: (raw): RecordSearch => ({
      ...(raw.part === 'history' && { part: 'history' as const }),
    }),
    component: async () => (await import('./ImportRecordsScreen.tsx')).ImportRecordsScreen,
  }),
  screen({
    path: '/index/agent/agentDeviceCount',
    permission: ['main:agent'],
    menu: { section: 'customers', label: 'importCounts.limits' },
    search: (): ListUrl<typeof agentDeviceCountList> => ({}),
    component: async () => (await import('./DeviceLimitsScreen.tsx')).DeviceLimitsScreen,
  }),
] as const
