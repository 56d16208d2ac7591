import type { Device } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { FormSection } from '../../../ui/form/save/FormSection.tsx'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { transferFields } from '../transfer-fields.tsx'

/** Whose the device is. */
export function CustomerPart({ device }: { device: Device }) {
  const { t } = useTranslation()
  const mayTransfer = useCan('main:device_transfer', 'main:devices_muti_transfer')
  const title = t('devices.page.part.customer')
  return (
    <Panel title={title}>
      {mayTransfer ? (
        <FormSection
          name="customer"
          title={title}
          // Whose it is decides who may save the rest.
          rank={1}
          call={deviceServiceCalls.transfer}
          label={() => title}
          initial={{ terminalIDs: [device.terminalID], userId: device.userId }}
          fields={transferFields(t).map((field) =>
            field.name === 'userId'
              ? field
              : { ...field, isHidden: ({ userId }: { userId?: number }) => userId === device.userId },
          )}
          refusals={{ alreadyThere: 'userId', transferToSelf: 'userId', carNumberTaken: 'userId' }}
          rereads={['list', 'deviceDetail', 'levelSettings']}
        />
      ) : (
        <Facts facts={[{ label: t('devices.owner'), value: device.username }]} />
      )}
    </Panel>
  )
}
