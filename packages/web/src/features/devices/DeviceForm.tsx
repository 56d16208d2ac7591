import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import {
  type Device,
  type DeviceType,
  deviceCalls,
  type UnknownDevice,
} from '@trackway/core/features/devices/calls.ts'
import { idFault } from '@trackway/core/rules/device-ids.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { suggestType } from '@trackway/core/rules/suggest-type.ts'
import { Form, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { suspiciousTerminalId } from './suspicious-terminal-id.ts'

interface DeviceFormProps {
  isOpen: boolean
  /** The device that knocked and is to be registered; null: any. */
  unknown: UnknownDevice | null
  onClose: () => void
  onAdded: (device: Device) => void
}

/** Registers a device. */
export function DeviceForm({ isOpen, unknown, onClose, onAdded }: DeviceFormProps) {
  const { t } = useTranslation()
  const { role } = useUser()
  const types = useDeviceTypes()
  // Most add several of one model.
  const latest = useCall(
    ['list', 'devices', 'latest'],
    deviceCalls.find,
    { pageSize: 1 },
    { enabled: isOpen && !unknown },
  )
  const ownerField = {
    name: 'userId',
    label: t('devices.owner'),
    control: <AccountPicker block isExact label={t('devices.owner')} />,
  } as const
  return (
    <FormDialog
      call={deviceCalls.add}
      onClose={onClose}
      width={560}
      label={(name) => t([`devices.${name}`, `reports.column.${name}`])}
      rereads={['list']}
      title={t('devices.add')}
      submitLabel={t('devices.add')}
      // The type of a device that knocked is among the types.
      isOpen={isOpen && !(unknown ? types : latest).isPending}
      initial={initialOf(unknown, types.data, latest.data?.list[0]?.deviceType)}
      fields={[
        {
          name: 'terminalID',
          help: <IdHelp />,
          checkAfter: ['deviceType'],
          check: (value, { deviceType }) => {
            const type = types.data?.find(({ id }) => id === deviceType)
            const id = String(value).trim()
            const fault = id === unknown?.terminalID ? null : idFault(id, type)
            return fault && t(`rules.${fault}`)
          },
        },
        [
          { name: 'deviceType', label: t('devices.type'), control: <DeviceTypePicker isRequired /> },
          // Those without sub-accounts register for themselves.
          ...(rolesWithSubAccounts.includes(role) ? [ownerField] : []),
        ],
        ...detailFields,
      ]}
      refusals={{
        terminalIdTaken: 'terminalID',
        carNumberTaken: 'carNumber',
        unknownDeviceType: 'deviceType',
      }}
      onDone={onAdded}
      done={(added) => t('devices.added', { name: displayName(added) })}
    />
  )
}

export const detailFields = [['carNumber', 'nickname', 'sim', 'iccid'], 'remark'] as const

/** What the id is, or why the one entered may be a mistake. */
function IdHelp() {
  const { t } = useTranslation()
  const types = useDeviceTypes()
  const typeId = Form.useWatch<number | undefined>('deviceType')
  const id = Form.useWatch<string | undefined>('terminalID') ?? ''
  const suspicion = suspiciousTerminalId(id, types.data?.find((type) => type.id === typeId)?.wire)
  return (
    <Typography.Text type={suspicion ? 'warning' : 'secondary'} role="status">
      {t(`devices.id.${suspicion ?? 'help'}`)}
    </Typography.Text>
  )
}

function initialOf(unknown: UnknownDevice | null, types: readonly DeviceType[] = [], latest?: number) {
  if (!unknown) return latest === undefined ? {} : { deviceType: latest }
  const { terminalID, wire } = unknown
  const type = suggestType(types, wire, terminalID)
  return { terminalID, ...(type && { deviceType: type.id }) }
}
