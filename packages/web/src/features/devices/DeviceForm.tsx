import type { Device, DeviceType, unknownDevice } from '@trackway/core/api/devices.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { suggestType } from '@trackway/core/rules/suggest-type.ts'
import { iccidPattern, simPattern } from '@trackway/core/rules/validation.ts'
import { App, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { type DeviceFields, detailsOf, doubtTerminalId } from './device-fields.ts'
import { OwnerField } from './OwnerField.tsx'
import { useDeviceChanges } from './use-devices.ts'

export type DeviceFormTarget =
  | { kind: 'add'; unknown?: z.output<typeof unknownDevice> }
  | { kind: 'edit'; device: Device }

/** Registers a device, or changes what its owner may say of it. */
export function DeviceForm({ target, onClose }: { target: DeviceFormTarget | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const types = useDeviceTypes()
  const { add, update } = useDeviceChanges()
  const device = target?.kind === 'edit' ? target.device : null
  const unknown = target?.kind === 'add' ? target.unknown : undefined

  const submit = async (fields: DeviceFields) => {
    if (device) {
      await update({ terminalID: device.terminalID, ...detailsOf(fields) })
      message.success(t('devices.saved'))
      return
    }
    const added = await add({
      terminalID: fields.terminalID.trim(),
      deviceType: fields.deviceType,
      ...(fields.userId !== undefined && { userId: fields.userId }),
      ...detailsOf(fields),
    })
    message.success(t('devices.added', { name: displayName(added) }))
  }

  return (
    <FormDialog<DeviceFields>
      title={device ? t('devices.edit', { name: displayName(device) }) : t('devices.add')}
      submitLabel={t(device ? 'devices.save' : 'devices.add')}
      isOpen={target !== null}
      onClose={onClose}
      width={560}
      initial={device ? fieldsOf(device) : initialOf(unknown, types.data)}
      fieldOfRefusal={{
        terminalIdTaken: 'terminalID',
        carNumberTaken: 'carNumber',
        unknownDeviceType: 'deviceType',
      }}
      onSubmit={submit}
    >
      {!device && (
        <>
          <TerminalIdField />
          <div className="tw-form-pair">
            <Form.Item
              name="deviceType"
              label={t('devices.type')}
              rules={[{ required: true, message: t('ui.form.required') }]}
            >
              <Select
                showSearch={{
                  optionFilterProp: 'label',
                  // The wire protocol's name is found too, but the type that is called so comes first.
                  filterSort: (a, b, { searchValue }) =>
                    Number(b.name.toLowerCase().startsWith(searchValue.toLowerCase())) -
                    Number(a.name.toLowerCase().startsWith(searchValue.toLowerCase())),
                }}
                // What was typed before there was a list to choose from would not be chosen by Enter.
                disabled={types.isPending}
                loading={types.isPending}
                placeholder={t('devices.chooseType')}
                options={
                  types.data?.map((type) => ({
                    value: type.id,
                    name: type.name,
                    label: `${type.name} · ${type.wire}`,
                  })) ?? []
                }
              />
            </Form.Item>
            <OwnerField />
          </div>
        </>
      )}
      <div className="tw-form-pair">
        <Form.Item name="carNumber" label={t('devices.carNumber')}>
          <Input maxLength={32} autoComplete="off" />
        </Form.Item>
        <Form.Item name="nickname" label={t('devices.nickname')}>
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="sim"
          label={t('devices.sim')}
          rules={[{ pattern: simPattern, message: t('devices.simWrong') }]}
        >
          <Input maxLength={13} autoComplete="off" inputMode="tel" />
        </Form.Item>
        <Form.Item
          name="iccid"
          label={t('devices.iccid')}
          rules={[{ pattern: iccidPattern, message: t('devices.iccidWrong') }]}
        >
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="remark" label={t('devices.remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}

function TerminalIdField() {
  const { t } = useTranslation()
  const types = useDeviceTypes()
  const typeId = Form.useWatch<number | undefined>('deviceType')
  const wire = types.data?.find((type) => type.id === typeId)?.wire
  const check = (isOnlyDoubt: boolean) => async (_: unknown, id: string | undefined) => {
    if (!id) return
    const doubt = doubtTerminalId(id, wire)
    if (doubt !== null && (doubt !== 'malformed') === isOnlyDoubt) throw new Error(t(`devices.id.${doubt}`))
  }
  return (
    <Form.Item
      name="terminalID"
      label={t('devices.terminalID')}
      extra={t('devices.id.help')}
      dependencies={['deviceType']}
      validateDebounce={300}
      rules={[
        { required: true, message: t('ui.form.required') },
        { validator: check(false) },
        { validator: check(true), warningOnly: true },
      ]}
    >
      <Input inputMode="numeric" autoComplete="off" maxLength={24} className="tw-number" />
    </Form.Item>
  )
}

function fieldsOf(device: Device): Partial<DeviceFields> {
  const { carNumber, nickname, iccid, sim, remark } = device
  return {
    carNumber: carNumber ?? '',
    nickname: nickname ?? '',
    iccid: iccid ?? '',
    sim: sim ?? '',
    remark: remark ?? '',
  }
}

function initialOf(
  unknown: z.output<typeof unknownDevice> | undefined,
  types: readonly DeviceType[] = [],
): Partial<DeviceFields> {
  if (!unknown) return {}
  const type = suggestType(types, unknown.wire)
  return { terminalID: unknown.terminalID, ...(type && { deviceType: type.id }) }
}
