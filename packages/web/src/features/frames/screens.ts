import { screen } from '../../base/screen.ts'
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
    menu: { section: 'factory', label: 'frames.title', group: 'logs' },
    search: idsOf,
    component: async () => (await import('./LogScreen.tsx')).LogScreen,
  }),
] as const
