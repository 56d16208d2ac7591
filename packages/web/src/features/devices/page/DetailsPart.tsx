import { iconIndex, iconTypes } from '@trackway/core/codes/icon-types.ts'
import { type Device, deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { FormSection } from '../../../ui/form/save/FormSection.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DeviceTypePicker } from '../../../ui/pickers/DeviceTypePicker.tsx'
import { detailFields } from '../DeviceForm.tsx'

/** What people enter about a device, and as what the platform reads it. */
export function DetailsPart({ device }: { device: Device }) {
  const { t } = useTranslation()
  const mayChangeType = useCan('main:devices_muti_update_device_type')
  const { terminalID } = device
  return (
    <>
      <Panel title={t('devices.page.vehicle')}>
        <FormSection
          name="details"
          title={t('devices.page.vehicle')}
          call={deviceCalls.update}
          isChange
          label={(name) => t(`devices.${name}`)}
          // A kind of vehicle without a picture is shown as the first.
          initial={{ ...device, iconType: iconTypes[iconIndex(device.iconType)]! }}
          fields={[
            ...detailFields,
            [
              { name: 'iconType', word: (code) => t(`reports.iconType.${code}`) },
              {
                name: 'utcOffsetMinutes',
                unit: { name: t('devices.minutes') },
                help: t('devices.utcOffsetHelp'),
              },
              { name: 'importProtocol', word: (code) => t(`reports.importProtocol.${code}`) },
            ],
          ]}
          refusals={{ carNumberTaken: 'carNumber' }}
          rereads={['list', 'deviceDetail']}
        />
      </Panel>
      {mayChangeType && (
        <Panel title={t('devices.type')} note={t('devices.page.typeNote')}>
          <FormSection
            name="details"
            title={t('devices.type')}
            call={deviceServiceCalls.updateDeviceType}
            isChange
            label={() => t('devices.type')}
            initial={{ terminalIDs: [terminalID], deviceType: device.deviceType }}
            fields={[
              { name: 'deviceType', control: <DeviceTypePicker isRequired aria-label={t('devices.type')} /> },
            ]}
            refusals={{
              unknownDeviceType: 'deviceType',
              protocolMissing: 'deviceType',
              idNot808: 'deviceType',
            }}
            rereads={['list', 'deviceDetail', 'levelSettings']}
          />
        </Panel>
      )}
    </>
  )
}
