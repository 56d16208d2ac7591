import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { unknownDeviceList } from '@trackway/core/features/devices/calls.ts'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { CommandLog } from '../commands/desk/CommandLog.tsx'
import { Connections } from './Connections.tsx'
import { FrameSearch } from './FrameSearch.tsx'
import { LiveTail } from './LiveTail.tsx'
import { type LogTab, logTabNames, logTabs } from './log-tabs.ts'
import { PermanentLogs } from './PermanentLogs.tsx'
import { useOpenFrames } from './use-device-url.ts'

const bodies: Record<LogTab, ComponentType> = {
  search: () => <FrameSearch />,
  monitor: LiveTail,
  cmdTask: () => <CommandLog />,
  deviceState: Connections,
  unknown: UnknownDevices,
  permanent: PermanentLogs,
  raw: () => <FrameSearch isRaw />,
}

/** The frames that devices sent and received, their connections, and their commands. */
export function LogScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { permissions } = useUser()
  const { tab } = useParams({ strict: false }) as { tab: LogTab }
  const { terminalID } = useSearch({ strict: false }) as { terminalID?: string }
  const Body = bodies[tab]
  return (
    <Page
      title={t('frames.title')}
      tabs={{
        activeKey: tab,
        // The device stays chosen.
        onChange: (to) =>
          void navigate({ to: '/test/log/$tab', params: { tab: to }, search: { terminalID } as never }),
        items: logTabNames
          .filter((key) => holdsAny(permissions, logTabs[key]))
          .map((key) => ({ key, label: t(`frames.tab.${key}`) })),
      }}
    >
      <Body key={tab} />
    </Page>
  )
}

/** Somebody is switching on a new device and waits for it to show. */
const refetchMs = () => 10_000

/** Devices that connect without being registered; one opens the first bytes that it sent. */
function UnknownDevices() {
  const { t } = useTranslation()
  const open = useOpenFrames()
  return (
    <ListScreen
      list={unknownDeviceList}
      refetchMs={refetchMs}
      onOpen={({ terminalID }) => open(terminalID)}
      empty={{ title: t('frames.noneUnknown'), text: t('frames.noneUnknownText') }}
    />
  )
}
