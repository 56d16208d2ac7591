import type { OutputOf } from '@trackway/core/api/call.ts'
import type { searchCalls } from '@trackway/core/features/search/calls.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../base/session.ts'
import { recentAccounts } from '../../ui/pickers/recent-accounts.ts'
import { useAccountNames } from '../../ui/pickers/use-account-names.ts'
import { type Entry, useFoundEntries } from './use-found-entries.tsx'

/** A screen of the main menu. */
export interface FoundScreen {
  path: string
  /** Its name, in the user's language. */
  name: string
  icon: ReactNode
  /** The customer and the vehicle that stay chosen. */
  search: object
}

interface Group {
  /** Key of its name. */
  title: string
  entries: readonly Entry[]
  /** Note that there are more. */
  more?: ReactNode
}

interface SearchQuery {
  text: string
  found: OutputOf<typeof searchCalls.find> | undefined
  screens: readonly FoundScreen[]
  /** Something was opened. */
  onDone: () => void
}

/** What the palette offers: what was found, or before anything is typed the accounts chosen last and all screens. */
export function useEntries({ text, found, screens, onDone }: SearchQuery): Group[] {
  const { t } = useTranslation()
  const user = useUser()
  const mayManage = useCan('main:devices_management')
  const { go, openAccount, deviceEntry, accountEntry } = useFoundEntries(onDone)
  const recentIds = text === '' ? recentAccounts(user.id) : []
  const recent = useAccountNames(recentIds).data

  const needle = text.toLowerCase()
  const screenEntries = screens
    .filter(({ name, path }) => `${name}\n${path}`.toLowerCase().includes(needle))
    .map(
      ({ path, name, icon, search }): Entry => ({
        key: `screen-${path}`,
        kind: 'screen',
        name,
        icon,
        open: () => go(path, search),
        actions: [],
      }),
    )
  const recentEntries = recentIds.flatMap((id): Entry[] => {
    const name = recent?.get(id)
    if (!name) return []
    return [{ key: `recent-${id}`, kind: 'recent', name, open: () => openAccount(id), actions: [] }]
  })

  const list = found?.list ?? []
  const groups: Group[] = [
    {
      title: 'search.devices',
      entries: list.flatMap((each) => (each.kind === 'device' ? [deviceEntry(each)] : [])),
      more: found?.hasMoreDevices && mayManage && (
        <button
          type="button"
          className="tw-accent tw-padded-tip tw-row-button"
          onClick={() => go('/index/device/deviceList', { search: text })}
        >
          {t('search.moreDevices')}
        </button>
      ),
    },
    {
      title: 'search.accounts',
      entries: list.flatMap((each) => (each.kind === 'account' ? [accountEntry(each)] : [])),
      more: found?.hasMoreAccounts && (
        <p className="tw-small tw-muted tw-padded-tip">{t('search.moreAccounts')}</p>
      ),
    },
    { title: 'search.recent', entries: recentEntries },
    { title: 'search.screens', entries: screenEntries },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}
