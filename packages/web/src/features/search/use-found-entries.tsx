import {
  FileSearchOutlined,
  HistoryOutlined,
  SettingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import type { FoundAccount, FoundDevice } from '@trackway/core/features/search/calls.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChosenAccount } from '../../base/chosen/account.ts'
import { useCan, useUser } from '../../base/session.ts'
import { rememberAccount } from '../../ui/pickers/recent-accounts.ts'
import { nameOfAccount } from '../../ui/pickers/use-account-names.ts'
import { StateTag } from '../../ui/StateTag.tsx'

export interface Entry {
  key: string
  kind: 'device' | 'account' | 'screen' | 'recent'
  name: string
  text?: string
  sign?: ReactNode
  icon?: ReactNode
  open(): void
  /** What Shift+Enter does. */
  manage?: () => void
  actions: readonly { label: string; icon: ReactNode; run(): void }[]
}

/** A device or an account as a line of the palette, and where it leads. */
export function useFoundEntries(onDone: () => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const mayMonitor = useCan('main:monitor')
  const mayManage = useCan('main:devices_management')
  const mayReplay = useCan('main:track')
  const mayLog = useCan('test:log')
  const mayLogRaw = useCan('test:log_raw')
  const chosen = useChosenAccount(({ id }) => id)

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
    const toDevice = () => go('/index/device/deviceInfo', { device: terminalID })
    return {
      key: `device-${device.id}`,
      kind: 'device',
      name: device.displayName,
      text: [matched(device), chain(owners)].filter(Boolean).join(' · '),
      sign: <StateTag state={device.state} />,
      open: mayMonitor ? toMap : mayManage ? toDevice : toFactory,
      ...(mayManage && { manage: toDevice }),
      actions: [
        ...(mayManage && mayMonitor
          ? [{ label: t('search.manage'), icon: <SettingOutlined />, run: toDevice }]
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
        ...(mayLog && mayMonitor
          ? [{ label: t('search.frames'), icon: <FileSearchOutlined />, run: toFactory }]
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
  return { go, openAccount, deviceEntry, accountEntry }
}
