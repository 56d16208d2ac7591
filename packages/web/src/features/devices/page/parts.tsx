import { auditList } from '@trackway/core/features/audit/calls.ts'
import type { Device } from '@trackway/core/features/devices/calls.ts'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { AlarmSettingsSection } from '../../alarms/settings/AlarmSettingsSection.tsx'
import { CommandDesk } from '../../commands/desk/CommandDesk.tsx'
import { DeviceLinks } from '../../track-settings/DeviceLinks.tsx'
import { OdometerSection } from '../../track-settings/OdometerSection.tsx'
import { TrackSettingsSection } from '../../track-settings/TrackSettingsSection.tsx'
import { type DevicePart, deviceParts } from '../device-tabs.ts'
import { CustomerPart } from './CustomerPart.tsx'
import { DetailsPart } from './DetailsPart.tsx'
import { LimitsPart } from './LimitsPart.tsx'
import { NowPart } from './NowPart.tsx'
import { ServicePart } from './ServicePart.tsx'

/** The parts that the user may see, in their order. */
export function useOpenParts(): readonly DevicePart[] {
  const mayManage = useCan('main:devices_management')
  const mayEdit = useCan('main:device_edit')
  const may: Record<DevicePart, boolean> = {
    details: mayEdit,
    service: mayManage,
    customer: mayManage,
    trips: mayEdit,
    alarms: mayEdit,
    limits: mayEdit,
    now: useCan('main:monitor'),
    commands: useCan('main:command'),
    links: mayEdit,
    history: useCan('main:device_history'),
  }
  const open = deviceParts.filter((part) => may[part])
  // Whoever may open the page may see what the device says of itself.
  return open.length > 0 ? open : ['now']
}

/** One part of the page of a device. */
export function PartContent({ part, device }: { part: DevicePart; device: Device }) {
  const { t } = useTranslation()
  const { terminalID } = device
  const title = t(`devices.page.part.${part}`)
  const odometer = t('trackSettings.odometer.action')
  const mayCorrect = useCan('main:device_history')
  const section = { name: part, title, terminalID }
  switch (part) {
    case 'details':
      return <DetailsPart device={device} />
    case 'service':
      return <ServicePart device={device} />
    case 'customer':
      return <CustomerPart device={device} />
    case 'trips':
      return (
        <>
          <Panel title={title}>
            <TrackSettingsSection {...section} />
          </Panel>
          {mayCorrect && (
            <Panel title={odometer}>
              <OdometerSection {...section} title={odometer} />
            </Panel>
          )}
        </>
      )
    case 'alarms':
      return (
        <Panel title={title}>
          <AlarmSettingsSection {...section} />
        </Panel>
      )
    case 'limits':
      return <LimitsPart device={device} />
    case 'now':
      return <NowPart terminalID={terminalID} />
    case 'commands':
      return (
        <Panel title={title}>
          <CommandDesk isNarrow terminalIDs={[terminalID]} />
        </Panel>
      )
    case 'history':
      return (
        <ListScreen
          isLocal
          list={auditList}
          given={{ search: terminalID }}
          empty={{ title: t('devices.noEvents'), text: t('devices.noEventsText') }}
        />
      )
    case 'links':
      return (
        <Panel title={title}>
          <DeviceLinks terminalID={terminalID} />
        </Panel>
      )
  }
}
