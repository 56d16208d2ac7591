import type { idIssueList, idRangeList } from '@trackway/core/features/id-ranges/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** Parts of the page behind the ranges. */
export const idParts = ['issues', 'check'] as const
export type IdPart = (typeof idParts)[number]

type IdUrl = ListUrl<typeof idRangeList> & ListUrl<typeof idIssueList> & { part?: IdPart | undefined }

export const idRangeScreens = [
  screen({
    path: '/test/idManager',
    permission: ['test:id'],
    menu: { section: 'factory', label: 'idRanges.title', group: 'stock' },
    search: ({ part }): IdUrl => ({ part: idParts.find((each) => each === part) }),
    component: async () => (await import('./IdManagerScreen.tsx')).IdManagerScreen,
  }),
] as const
