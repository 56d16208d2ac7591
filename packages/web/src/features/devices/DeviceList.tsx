import {
  ApiOutlined,
  DeleteOutlined,
  EditOutlined,
  EnvironmentOutlined,
  HistoryOutlined,
  ScheduleOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { type Device, deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { managedDeviceList } from '@trackway/core/features/devices/managed-list.ts'
import type { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { DueSummary } from '../expiry-notices/DueSummary.tsx'
import { Renewal, RenewDevices } from '../orders/renewal/RenewDevices.tsx'
import { useMayRenew } from '../orders/use-ways.ts'
import { DeviceSettings } from '../track-settings/DeviceSettings.tsx'
import { SettingsOfMany } from '../track-settings/selection/SettingsOfMany.tsx'
import { GroupField } from '../vehicle-groups/GroupField.tsx'
import { hostField } from './host-field.ts'
import { termFields } from './term-fields.ts'
import { AccountChoice, transferFields } from './transfer-fields.tsx'

/** States change by themselves. */
const refetchMs = () => 30_000

interface DeviceListProps {
  /** Null for those who may not add. */
  onAdd: (() => void) | null
  /** Opens the workbench of a device. */
  onOpen: (terminalID: string) => void
  /** Shows how devices that never reported are connected. */
  onSetUp: (terminalIDs: readonly string[]) => void
}

/** The registered devices of an account and of those below it. */
export function DeviceList({ onAdd, onOpen, onSetUp }: DeviceListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [passwords, setPasswords] = useState<NewPassword[]>([])
  const [renewed, setRenewed] = useState<string | null>(null)
  const mayRenew = useMayRenew()
  const rowActions: RowAction<Device>[] = [
    {
      label: 'devices.setUp.open',
      icon: <ApiOutlined />,
      isFor: ({ state }) => state === 'inactive',
      run: ({ terminalID }) => onSetUp([terminalID]),
    },
    {
      label: 'devices.showOnMap',
      icon: <EnvironmentOutlined />,
      permission: ['main:monitor'],
      run: ({ terminalID }) => void navigate({ to: '/index/home', search: { terminalID } }),
    },
    {
      label: 'devices.replay',
      icon: <HistoryOutlined />,
      permission: ['main:track'],
      run: ({ terminalID }) => void navigate({ to: '/index/track', search: { terminalID } }),
    },
    {
      label: 'devices.renew',
      icon: <ScheduleOutlined />,
      isFor: () => mayRenew,
      run: ({ terminalID }) => setRenewed(terminalID),
    },
    {
      label: 'devices.edit',
      icon: <EditOutlined />,
      permission: ['main:devices_management'],
      run: ({ terminalID }) => onOpen(terminalID),
    },
    {
      label: 'devices.deleteTitle',
      icon: <DeleteOutlined />,
      call: deviceCalls.delete,
      isDangerous: true,
      confirm: { text: 'devices.deleteText', ok: 'devices.delete', typed: ({ terminalID }) => terminalID },
      done: 'devices.deleted',
    },
  ]
  return (
    <>
      <ListScreen
        list={managedDeviceList}
        refetchMs={refetchMs}
        tools={<DueSummary />}
        rowActions={rowActions}
        rowMenu={({ terminalID }, name, folded) => (
          <DeviceSettings device={{ terminalID, name }} first={folded} />
        )}
        onOpen={({ terminalID }) => onOpen(terminalID)}
        bulkFields={bulkFields(t)}
        bulkMore={(chosen) => (
          <>
            <SettingsOfMany chosen={chosen} />
            <RenewDevices chosen={chosen} />
            {'ids' in chosen && (
              <Button icon={<ApiOutlined />} onClick={() => onSetUp(chosen.ids.map(String))}>
                {t('devices.page.connect')}
              </Button>
            )}
          </>
        )}
        onBulk={(_, output) => setPasswords((output as { passwords?: NewPassword[] }).passwords ?? [])}
        empty={{
          ...(!onAdd && { text: t('devices.noneTextOnly') }),
          action: onAdd && (
            <Button type="primary" onClick={onAdd}>
              {t('devices.add')}
            </Button>
          ),
        }}
      />
      {renewed !== null && <Renewal chosen={{ ids: [renewed] }} onClose={() => setRenewed(null)} />}
      <NewPasswords passwords={passwords} onClose={() => setPasswords([])} />
    </>
  )
}

/** What the actions for many devices ask for. */
const bulkFields = (t: TFunction) => ({
  transfer: transferFields(t).map((field) =>
    // The accounts are there to choose from: nothing has to be opened first.
    field.name === 'userId' ? { ...field, control: <AccountChoice /> } : field,
  ),
  addToGroup: [{ name: 'group', control: <GroupField takesNew /> }],
  removeFromGroup: [{ name: 'groupId', control: <GroupField /> }],
  userTerm: termFields('user', t),
  platformTerm: termFields('platform', t),
  deviceType: [{ name: 'deviceType', label: t('devices.type'), control: <DeviceTypePicker isRequired /> }],
  host: [hostField(t)],
  iconType: [
    { name: 'iconType', label: t('devices.iconType'), word: (code: string) => t(`reports.iconType.${code}`) },
  ],
})

type NewPassword = OutputOf<typeof deviceServiceCalls.updatePasswords>['passwords'][number]

/** The new passwords of devices, which are shown this once. */
function NewPasswords({ passwords, onClose }: { passwords: NewPassword[]; onClose: () => void }) {
  const { t } = useTranslation()
  const lines = passwords.map(({ terminalID, password }) => `${terminalID}\t${password}`).join('\n')
  return (
    <Dialog
      open={passwords.length > 0}
      width={560}
      title={t('devices.passwords.title')}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <p className="tw-muted">{t('devices.passwords.once')}</p>
      <p>
        <CopyText text={lines} label={t('devices.passwords.copyAll')} />
      </p>
      <PlainTable
        rowKey="terminalID"
        dataSource={passwords}
        pageSize={15}
        columns={[
          { title: t('devices.terminalID'), dataIndex: 'terminalID' },
          {
            title: t('devices.passwords.password'),
            dataIndex: 'password',
            render: (password: string) => <CopyText text={password} />,
          },
        ]}
      />
    </Dialog>
  )
}
