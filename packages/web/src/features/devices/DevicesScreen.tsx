import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { auditList } from '@trackway/core/features/audit/calls.ts'
import { type UnknownDevice, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { Badge, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan, useUser } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { TrackSettingsButton } from '../track-settings/TrackSettingsButton.tsx'
import { GroupsTab } from '../vehicle-groups/GroupsTab.tsx'
import { DeviceForm } from './DeviceForm.tsx'
import { DeviceList } from './DeviceList.tsx'
import { type DevicesUrl, deviceTabs } from './device-tabs.ts'
import { SetUpDialog } from './set-up/SetUpDialog.tsx'
import { UnknownDevices } from './UnknownDevices.tsx'

/** As the address names several. */
const joinIds = (terminalIDs: readonly string[]) => terminalIDs.join('_')

/** The devices of an account: registered ones, and those that knock and are not registered yet. */
export function DevicesScreen() {
  const { t } = useTranslation()
  const { tab, device, part, add: isAdding, setUp } = useSearch({ strict: false }) as DevicesUrl
  const navigate = useNavigate()
  const show = (next: Partial<DevicesUrl>, replace = false) =>
    void navigate({ to: '.', replace, search: ((was: object) => ({ ...was, ...next })) as never })
  const { isDemo } = useUser()
  const mayAdd = useCan('main:devices_import')
  const [unknown, setUnknown] = useState<UnknownDevice | null>(null)
  const add = () => show({ add: true, setUp: undefined })
  const connected = setUp?.split('_') ?? []
  const maySeeEvents = useCan('main:device_history')
  const mayGroup = useCan('main:device_edit')
  const shown =
    (tab === 'groups' && mayGroup) || (tab === 'waiting' && mayAdd) || (tab === 'events' && maySeeEvents)
      ? tab
      : undefined

  // Links of earlier versions open the device over the list.
  if (device !== undefined)
    return <Navigate to="/index/device/deviceInfo" search={{ device, part }} replace />
  return (
    <Page
      title={t('devices.title')}
      {...((mayAdd || maySeeEvents || mayGroup) && {
        tabs: {
          activeKey: shown ?? 'registered',
          onChange: (key) =>
            void navigate({ to: '.', search: { tab: deviceTabs.find((each) => each === key) } as never }),
          items: [
            { key: 'registered', label: t('devices.registeredTab') },
            ...(mayGroup ? [{ key: 'groups', label: t('vehicleGroups.tab') }] : []),
            ...(mayAdd ? [{ key: 'waiting', label: <WaitingTab /> }] : []),
            ...(maySeeEvents ? [{ key: 'events', label: t('devices.eventsTab') }] : []),
          ],
        },
      })}
      actions={
        <>
          <TrackSettingsButton />
          {mayAdd && <AddButton label={t('devices.add')} onClick={add} />}
        </>
      }
    >
      {shown === 'groups' ? (
        <GroupsTab />
      ) : shown === 'waiting' ? (
        <UnknownDevices onAdjust={setUnknown} />
      ) : shown === 'events' ? (
        <ListScreen
          list={auditList}
          empty={{ title: t('devices.noEvents'), text: t('devices.noEventsText') }}
        />
      ) : (
        <DeviceList
          onAdd={mayAdd && !isDemo ? add : null}
          onOpen={(terminalID) =>
            void navigate({ to: '/index/device/deviceInfo', search: { device: terminalID } })
          }
          onSetUp={(terminalIDs) => show({ setUp: joinIds(terminalIDs) })}
        />
      )}
      <DeviceForm
        isOpen={unknown !== null || (isAdding === true && mayAdd && !isDemo)}
        unknown={unknown}
        onClose={() => {
          setUnknown(null)
          if (isAdding) show({ add: undefined }, true)
        }}
        onAdded={({ terminalID }) =>
          show({ add: undefined, setUp: joinIds([...connected, terminalID]) }, true)
        }
      />
      <SetUpDialog
        terminalIDs={isAdding ? [] : connected}
        onAddAnother={mayAdd && !isDemo ? () => show({ add: true }, true) : null}
        onClose={() => show({ setUp: undefined }, true)}
      />
    </Page>
  )
}

/** How many devices wait to be registered. */
function WaitingTab() {
  const { t } = useTranslation()
  const { data } = useCall(
    ['list', 'unknownDevices', 'waiting'],
    unknownDeviceCalls.find,
    { pageSize: 1 },
    { refetchInterval: 10_000 },
  )
  return (
    <Flex gap={8} align="center">
      {t('devices.waitingTab')}
      <Badge count={data?.total ?? 0} overflowCount={999} color="var(--tw-accent)" />
    </Flex>
  )
}
