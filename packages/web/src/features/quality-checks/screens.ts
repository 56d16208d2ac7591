import type { qualityResultList, YieldGroup } from '@trackway/core/features/quality-checks/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'
import { qualityTabs } from './quality-tabs.ts'

const permission = ['test:qc'] as const

interface QualityUrl extends ListUrl<typeof qualityResultList> {
  /** The run on the bench. */
  run?: number | undefined
  by?: YieldGroup | undefined
}

/** A code of digits alone is a text, too. */
const readUrl = ({ search, from, to, run, taskId, batch, station }: Record<string, unknown>): QualityUrl => ({
  ...(search !== undefined && { search: String(search) }),
  ...(batch !== undefined && { batch: String(batch) }),
  ...(station !== undefined && { station: String(station) }),
  ...(typeof from === 'number' && { from }),
  ...(typeof to === 'number' && { to }),
  ...(Number(run) > 0 && { run: Number(run) }),
  ...(Number(taskId) > 0 && { taskId: Number(taskId) }),
})

export const qualityCheckScreens = [
  screen({
    path: '/test/qc/$tab',
    permission,
    parts: Object.fromEntries(qualityTabs.map((tab) => [tab, permission])),
    menu: { section: 'factory', label: 'qualityChecks.title', group: 'testing' },
    search: readUrl,
    component: async () => (await import('./QualityScreen.tsx')).QualityScreen,
  }),
] as const
