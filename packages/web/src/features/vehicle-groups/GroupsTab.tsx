import {
  BellOutlined,
  DashboardOutlined,
  DeleteOutlined,
  EditOutlined,
  ShareAltOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import {
  groupColours,
  type VehicleGroup,
  vehicleGroupCalls,
  vehicleGroupList,
} from '@trackway/core/features/vehicle-groups/calls.ts'
import { ColorPicker } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { WhenOpened } from '../../base/WhenOpened.tsx'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { GroupName } from '../../ui/pickers/GroupPicker.tsx'

const TrackSettingsDialog = lazy(async () => ({
  default: (await import('../track-settings/TrackSettingsDialog.tsx')).TrackSettingsDialog,
}))
const AlarmSettingsDialog = lazy(async () => ({
  default: (await import('../alarms/settings/AlarmSettingsDialog.tsx')).AlarmSettingsDialog,
}))

const LiveShareDialog = lazy(async () => ({
  default: (await import('../live-shares/LiveShareDialog.tsx')).LiveShareDialog,
}))

type Settings = { of: 'track' | 'alarm' | 'share'; group: VehicleGroup }

/** The groups of an account and those below: what is set for them, their names, colours and order. */
export function GroupsTab() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [target, setTarget] = useEditedRow(vehicleGroupList, vehicleGroupCalls.update, {})
  const [settings, setSettings] = useState<Settings | null>(null)
  const isNew = target !== null && !('id' in target)
  const showDevices = ({ id }: VehicleGroup) =>
    void navigate({ to: '/index/device/deviceList', search: { groupIds: String(id) } as never })

  /** After it has said what uses the group, and ends with it. */
  const remove = async ({ id, name }: VehicleGroup) => {
    const uses = Object.entries(await api(vehicleGroupCalls.uses, { id }))
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => t(`vehicleGroups.uses.${kind}`, { count }))
    confirm({
      title: t('vehicleGroups.delete', { name }),
      text: t(uses.length > 0 ? 'vehicleGroups.deleteUsed' : 'vehicleGroups.deleteText', {
        uses: uses.join(t('vehicleGroups.and')),
      }),
      okLabel: t('vehicleGroups.deleteOk'),
      onOk: async () => {
        await api(vehicleGroupCalls.delete, { id })
        await reread('list')
        return t('vehicleGroups.deleted')
      },
    })
  }
  const open = (of: Settings['of']) => (group: VehicleGroup) => setSettings({ of, group })
  const rowActions: RowAction<VehicleGroup>[] = [
    {
      label: 'vehicleGroups.limits',
      icon: <DashboardOutlined />,
      permission: ['main:device_edit'],
      run: open('track'),
    },
    {
      label: 'vehicleGroups.alarms',
      icon: <BellOutlined />,
      permission: ['main:device_edit'],
      run: open('alarm'),
    },
    {
      label: 'vehicleGroups.share',
      icon: <ShareAltOutlined />,
      call: liveShareCalls.make,
      run: open('share'),
    },
    { label: 'vehicleGroups.devices', icon: <UnorderedListOutlined />, run: showDevices },
    { label: 'vehicleGroups.edit', icon: <EditOutlined />, call: vehicleGroupCalls.update, run: setTarget },
    {
      label: 'vehicleGroups.delete',
      icon: <DeleteOutlined />,
      call: vehicleGroupCalls.delete,
      isDangerous: true,
      run: remove,
    },
  ]
  const add = <AddButton label={t('vehicleGroups.add')} onClick={() => setTarget('new')} />
  const dialog = {
    isOpen: true,
    onClose: () => setSettings(null),
    group: settings?.group,
  }
  return (
    <>
      <ListScreen
        list={vehicleGroupList}
        rowActions={rowActions}
        onOpen={showDevices}
        tools={add}
        cells={{ name: (group) => <GroupName group={group} /> }}
        empty={{ action: add }}
      />
      <FormDialog
        call={isNew ? vehicleGroupCalls.add : vehicleGroupCalls.update}
        title={t(isNew ? 'vehicleGroups.add' : 'vehicleGroups.editTitle')}
        submitLabel={t('vehicleGroups.save')}
        isOpen={target !== null}
        onClose={() => setTarget(null)}
        label={(name) => t(`vehicleGroups.field.${name}`)}
        initial={(target ?? {}) as object}
        fields={
          [
            'name',
            { name: 'colour', control: <ColourField /> },
            ...(isNew ? [] : [{ name: 'place', help: t('vehicleGroups.placeHelp') }]),
          ] as never
        }
        refusals={{ groupNameTaken: 'name' } as never}
        rereads={['list', 'levelSettings']}
        done={() => t('vehicleGroups.saved')}
      />
      <WhenOpened isOpen={settings?.of === 'track'}>
        <TrackSettingsDialog {...dialog} isOpen={settings?.of === 'track'} />
      </WhenOpened>
      <WhenOpened isOpen={settings?.of === 'alarm'}>
        <AlarmSettingsDialog {...dialog} isOpen={settings?.of === 'alarm'} />
      </WhenOpened>
      {settings?.of === 'share' && (
        <Suspense>
          <LiveShareDialog terminalIDs={[]} group={settings.group} onClose={dialog.onClose} />
        </Suspense>
      )}
    </>
  )
}

function ColourField({ value, onChange }: FieldValue<string>) {
  const { t } = useTranslation()
  return (
    <ColorPicker
      showText
      disabledAlpha
      format="hex"
      disabledFormat
      value={value ?? groupColours[0]}
      presets={[{ label: t('vehicleGroups.colours'), colors: [...groupColours] }]}
      onChangeComplete={(colour) => onChange?.(colour.toHexString().slice(0, 7))}
    />
  )
}
