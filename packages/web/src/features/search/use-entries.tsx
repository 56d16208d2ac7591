import { EnvironmentOutlined, HistoryOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '@trackway/core/api/call.ts'
import type { FoundAccount, FoundDevice, searchCalls } from '@trackway/core/features/search/calls.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChosenAccount } from '../../base/chosen/account.ts'
import { useCan, useUser } from '../../base/session.ts'
import { recentAccounts, rememberAccount } from '../../ui/pickers/recent-accounts.ts'
import { nameOfAccount, useAccountNames } from '../../ui/pickers/use-account-names.ts'
import { StateTag } from '../../ui/StateTag.tsx'

/** A screen of the main menu. */
export interface FoundScreen {
  path: string
  /** Its name, in the user's language. */
  name: string
  icon: ReactNode
  /** The customer and the vehicle that stay chosen. */
  search: object
}

export interface Entry {
  key: string
  kind: 'device' | 'account' | 'screen' | 'recent'
  name: string
  text?: string
  sign?: ReactNode
  icon?: ReactNode
  open(): void
  actions: readonly { label: string; icon: ReactNode; run(): void }[]
}

interface Group {
  /** Key of its name. */
  title: string
  entries: readonly Entry[]
  /** Says that there are more. */
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
  const navigate = useNavigate()
  const user = useUser()
  const mayMonitor = useCan('main:monitor')
  const mayManage = useCan('main:devices_management')
  const mayReplay = useCan('main:track')
  const mayLog = useCan('test:log')
  const mayLogRaw = useCan('test:log_raw')
  const chosen = useChosenAccount(({ id }) => id)
  const recentIds = text === '' ? recentAccounts(user.id) : []
  const recent = useAccountNames(recentIds).data

  const go = (to: string, search: object) => {
    onDone()
    void navigate({ to, search } as never)
  }
  const openAccount = (id: number) => {
    if (id !== user.id) rememberAccount(user.id, id)
    const userId = id === user.id ? undefined : id
    if (mayMonitor) go('/index/home', { userId })
    else go('/index/agent/agentList', { id })
  }
  const chain = (owners: FoundDevice['owners']) => owners.map(({ name }) => name).join(' › ')
  const matched = ({ field, value }: FoundDevice | FoundAccount) =>
    `${t(`search.fieldName.${field}`)} ${value}`

  const deviceEntry = (device: FoundDevice): Entry => {
    const { terminalID, owners } = device
    // A device of somebody else's leaves the customer chosen until now.
    const userId = owners.some(({ id }) => id === chosen) ? chosen : undefined
    const toMap = () => go('/index/home', { terminalID, userId })
    const toFactory = () =>
      go(mayLog ? '/test/log/search' : mayLogRaw ? '/test/log/raw' : '/test/cmdSend', { terminalID })
    const toWorkbench = () => go('/index/device/deviceList', { search: terminalID, device: terminalID })
    return {
      key: `device-${device.id}`,
      kind: 'device',
      name: device.displayName,
      text: [matched(device), chain(owners)].filter(Boolean).join(' · '),
      sign: <StateTag state={device.state} />,
      open: mayManage ? toWorkbench : mayMonitor ? toMap : toFactory,
      actions: [
        ...(mayManage && mayMonitor
          ? [{ label: t('search.onMap'), icon: <EnvironmentOutlined />, run: toMap }]
          : []),
        ...(mayReplay
          ? [
              {
                label: t('search.replay'),
                icon: <HistoryOutlined />,
                run: () => go('/index/track', { terminalID }),
              },
            ]
          : []),
      ],
    }
  }
  const accountEntry = (account: FoundAccount): Entry => ({
    key: `account-${account.id}`,
    kind: 'account',
    name: nameOfAccount(account),
    text: [matched(account), chain(account.owners)].filter(Boolean).join(' · '),
    open: () => openAccount(account.id),
    actions: mayManage
      ? [
          {
            label: t('search.devicesOf'),
            icon: <UnorderedListOutlined />,
            run: () => go('/index/device/deviceList', { userId: account.id }),
          },
        ]
      : [],
  })
  const wanted = text.toLowerCase()
  const screenEntries = screens
    .filter(({ name, path }) => `${name}\n${path}`.toLowerCase().includes(wanted))
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
        <Button
          type="link"
          style={{ height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}
          onClick={() => go('/index/device/deviceList', { search: text })}
        >
          {t('search.moreDevices')}
        </Button>
      ),
    },
    {
      title: 'search.accounts',
      entries: list.flatMap((each) => (each.kind === 'account' ? [accountEntry(each)] : [])),
      more: found?.hasMoreAccounts && (
        <p className="tw-small tw-muted" style={{ padding: '4px 10px' }}>
          {t('search.moreAccounts')}
        </p>
      ),
    },
    { title: 'search.recent', entries: recentEntries },
    { title: 'search.screens', entries: screenEntries },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}
