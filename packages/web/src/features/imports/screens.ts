import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { importList } from '@trackway/core/features/imports/calls.ts'
import {
  type ImportKindName,
  importKindNames,
  importKinds,
  kindOf,
} from '@trackway/core/features/imports/kinds.ts'
import { createElement } from 'react'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'
import type { Lookup } from './LookupScreen.tsx'

/** Those of the factory have their place among its screens. */
const officeKinds = importKindNames.filter((name) => kindOf(name).path.startsWith('/index/'))

/** The screen of a kind: the grid, or what became of the batch that the address names. */
const batch = <const N extends ImportKindName>(name: N) =>
  screen({
    path: importKinds[name].path,
    permission: kindOf(name).permission,
    search: (raw): { jobId?: number } => (Number(raw.jobId) > 0 ? { jobId: Number(raw.jobId) } : {}),
    component: async () => {
      const { ImportScreen } = await import('./ImportScreen.tsx')
      return () => createElement(ImportScreen, { name })
    },
  })

/** Nothing is written: devices are looked up by a pasted list. */
const lookup = <const N extends Lookup>(name: N, permission: readonly Permission[]) =>
  screen({
    path: `/index/device/${name}`,
    permission,
    component: async () => {
      const { LookupScreen } = await import('./LookupScreen.tsx')
      return () => createElement(LookupScreen, { name })
    },
  })

/** Commands have their own place in the menu. */
const commandPath = importKinds.commandImport.path

const anyKind: readonly Permission[] = [
  ...new Set(officeKinds.flatMap((name): readonly Permission[] => kindOf(name).permission)),
]

export const importScreens = [
  screen({
    path: '/index/device/batchManage',
    permission: anyKind,
    menu: {
      section: 'customers',
      label: 'imports.batch.title',
      covers: [
        '/index/device/miltiInfoSearch',
        '/index/device/deviceExportIccid',
        ...officeKinds.map((name) => kindOf(name).path).filter((path) => path !== commandPath),
      ],
    },
    search: (): ListUrl<typeof importList> => ({}),
    component: async () => (await import('./BatchScreen.tsx')).BatchScreen,
  }),
  lookup('miltiInfoSearch', ['main:devices_management']),
  lookup('deviceExportIccid', ['main:devices_sim_check']),
] as const

/** One of each kind. No link names them, so that their paths are not known to its type. */
export const importKindScreens = officeKinds.map(batch)
