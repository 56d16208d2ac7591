import { IdcardOutlined } from '@ant-design/icons'
import { ownerRecordList } from '@trackway/core/api/owner-records.ts'
import { screen } from '../../base/screen.ts'
import { readListUrl } from '../../ui/list/list-url.ts'

export const ownerRecordScreens = [
  screen({
    path: '/index/device/userInfo',
    permission: ['main:devices_user_info'],
    menu: { label: 'owners.menu', icon: IdcardOutlined },
    search: (raw) => readListUrl(ownerRecordList, raw),
    component: async () => (await import('./OwnerRecordsScreen.tsx')).OwnerRecordsScreen,
  }),
] as const
