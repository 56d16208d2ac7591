import { FileSearchOutlined } from '@ant-design/icons'
import { commandList } from '@trackway/core/api/devices/commands.ts'
import { connectionList, frameList, permanentLogList } from '@trackway/core/api/devices/frames.ts'
import { screen } from '../../base/screen.ts'
import { readListUrl } from '../../ui/list/list-url.ts'
import { logTabs } from './log-tabs.ts'

/** Ids of devices are texts, also where an address gives numbers; of the tail several have `_` between them. */
const idsOf = ({ terminalID, terminalIDs }: Record<string, unknown>) => ({
  ...(terminalID !== undefined && { terminalID: String(terminalID) }),
  ...(terminalIDs !== undefined && { terminalIDs: String(terminalIDs) }),
})

export const frameScreens = [
  screen({
    path: '/test/log/$tab',
    permission: ['test:log', 'test:log_raw'],
    parts: logTabs,
    menu: { label: 'frames.menu', icon: FileSearchOutlined },
    // Each list takes the filters that are its own.
    search: (raw) => ({
      ...readListUrl(commandList, raw),
      ...readListUrl(connectionList, raw),
      ...readListUrl(permanentLogList, raw),
      ...readListUrl(frameList, raw),
      ...idsOf(raw),
    }),
    component: async () => (await import('./LogScreen.tsx')).LogScreen,
  }),
] as const
