import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { importKindNames, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'

/** What is done by a list: the screens of each, the usual one first. */
export const batchEntries = ['devices', 'accounts', 'change', 'lookup'] as const
export type BatchEntry = (typeof batchEntries)[number]

export interface BatchKind {
  path: string
  title: string
  about: string
}

/** What has a screen without being a kind of batch. */
const others = [
  { name: 'deviceReset', entry: 'change', permission: ['main:devices_reset', 'main:device_init'] },
  { name: 'miltiInfoSearch', entry: 'lookup', permission: ['main:devices_management'] },
  { name: 'deviceExportIccid', entry: 'lookup', permission: ['main:devices_sim_check'] },
] as const satisfies readonly { name: string; entry: BatchEntry; permission: readonly Permission[] }[]

/** The kinds of each entry that the user may start. */
export function useBatchKinds(): Record<BatchEntry, readonly BatchKind[]> {
  const { t } = useTranslation()
  const { permissions } = useUser()
  const kinds = importKindNames
    // Those of the factory have their place among its screens.
    .filter(
      (name) => kindOf(name).path.startsWith('/index/') && holdsAny(permissions, kindOf(name).permission),
    )
    .map((name) => ({
      entry: name === 'deviceImport' ? 'devices' : name === 'userImport' ? 'accounts' : 'change',
      path: kindOf(name).path,
      title: t(`reports.importKind.${name}`),
      about: t(`reports.importAbout.${name}`),
    }))
  const more = others
    .filter(({ permission }) => holdsAny(permissions, permission))
    .map(({ name, entry }) => ({
      entry,
      path: `/index/device/${name}`,
      title: t(`imports.lookup.${name}`),
      about: t(`imports.about.${name}`),
    }))
  const of = (entry: BatchEntry) => [...kinds, ...more].filter((kind) => kind.entry === entry)
  return { devices: of('devices'), accounts: of('accounts'), change: of('change'), lookup: of('lookup') }
}
