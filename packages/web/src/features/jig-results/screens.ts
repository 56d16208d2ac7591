import { screen } from '../../base/screen.ts'
import { jigTabs } from './jig-tabs.ts'

const permission = ['test:qc'] as const

interface JigUrl {
  search?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** A code of digits alone is a text, too. */
const readUrl = ({ search, from, to }: Record<string, unknown>): JigUrl => ({
  ...(search !== undefined && { search: String(search) }),
  ...(typeof from === 'number' && { from }),
  ...(typeof to === 'number' && { to }),
})

export const jigResultScreens = [
  screen({
    path: '/test/exportSerialResult/$tab',
    permission,
    parts: Object.fromEntries(jigTabs.map((tab) => [tab, permission])),
    menu: { section: 'factory', label: 'jigResults.title', group: 'testing' },
    search: readUrl,
    component: async () => (await import('./JigScreen.tsx')).JigScreen,
  }),
] as const
