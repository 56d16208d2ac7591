import type { Device } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormSection } from '../../../ui/form/save/FormSection.tsx'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { RenewDevices } from '../../orders/renewal/RenewDevices.tsx'
import { hostField } from '../host-field.ts'
import { termFields } from '../term-fields.ts'

/** How long the device is served, how that is prolonged, and which server it reports to. */
export function ServicePart({ device }: { device: Device }) {
  const { t, format } = useTexts()
  const maySet = useCan('main:devices_muti_update_time')
  const maySetPlatform = useCan('main:device_terms')
  const maySetHost = useCan('main:device_transfer')
  const { terminalID } = device
  const whose = !maySet ? [] : maySetPlatform ? (['user', 'platform'] as const) : (['user'] as const)
  const term = (time: number | null, mode: Device['userMode']) =>
    [time !== null && format.dateTime(time), t(`devices.termMode.${mode}`)].filter(Boolean).join(' · ')
  return (
    <>
      <Panel title={t('devices.page.part.service')} note={<RenewDevices chosen={{ ids: [terminalID] }} />}>
        <Facts
          facts={[
            {
              label: t('devices.workbench.activateTime'),
              value:
                device.activateTime === null
                  ? t('reports.state.inactive')
                  : format.dateTime(device.activateTime),
            },
            { label: t('devices.platformTerm'), value: term(device.platformExpireTime, device.platformMode) },
            { label: t('devices.userTerm'), value: term(device.userExpireTime, device.userMode) },
            { label: t('devices.host'), value: device.host ?? t('devices.workbench.none') },
            {
              label: t('devices.workbench.password'),
              value: t(device.hasPassword ? 'devices.workbench.passwordSet' : 'devices.workbench.none'),
            },
          ]}
        />
      </Panel>
      {whose.map((whose) => (
        <Panel key={whose} title={t(`devices.${whose}Term`)}>
          <FormSection
            name="service"
            title={t(`devices.${whose}Term`)}
            call={deviceServiceCalls.updateTime}
            label={(name) => t(`devices.${name}`)}
            initial={{
              terminalIDs: [terminalID],
              mode: device[`${whose}Mode`],
              [`${whose}ExpireTime`]: device[`${whose}ExpireTime`],
              ...(device[`${whose}Months`] !== null && { [`${whose}Months`]: device[`${whose}Months`] }),
            }}
            fields={[termFields(whose, t)]}
            rereads={['list', 'deviceDetail']}
          />
        </Panel>
      ))}
      {maySetHost && (
        <Panel title={t('devices.hostTitle')}>
          <FormSection
            name="service"
            title={t('devices.hostTitle')}
            call={deviceServiceCalls.updateHost}
            label={(name) => t(`devices.${name}`)}
            initial={{ terminalIDs: [terminalID], host: device.host }}
            fields={[hostField(t)]}
            rereads={['list', 'deviceDetail']}
          />
        </Panel>
      )}
    </>
  )
}
