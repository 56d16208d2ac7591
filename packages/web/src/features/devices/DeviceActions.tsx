import { DeleteOutlined, EditOutlined, EnvironmentOutlined, HistoryOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import type { Device } from '@trackway/core/api/devices.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { App, Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../base/session.ts'
import { confirm } from '../../ui/form/confirm.tsx'
import { DeviceSettings } from '../track-settings/DeviceSettings.tsx'
import { useDeviceChanges } from './use-devices.ts'

/** What can be done with one device of the list. */
export function DeviceActions({ device, onEdit }: { device: Device; onEdit: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { isDemo } = useUser()
  const { remove } = useDeviceChanges()
  const mayMonitor = useCan('main:monitor')
  const mayReplay = useCan('main:track')
  const mayEdit = useCan('main:device_edit')
  const mayDelete = useCan('main:device_init')
  const { terminalID } = device
  const name = displayName(device)
  const demoReason = isDemo ? t('result.demoAccount') : null

  const askDelete = () =>
    confirm({
      title: t('devices.deleteTitle', { name }),
      text: t('devices.deleteText'),
      okLabel: t('devices.delete'),
      typed: terminalID,
      onOk: async () => {
        await remove(terminalID)
        message.success(t('devices.deleted', { name }))
      },
    })

  return (
    <>
      {mayMonitor && (
        <Action
          label={t('devices.showOnMap', { name })}
          icon={<EnvironmentOutlined />}
          onClick={() => void navigate({ to: '/index/home', search: { terminalID } })}
        />
      )}
      {mayReplay && (
        <Action
          label={t('devices.replay', { name })}
          icon={<HistoryOutlined />}
          onClick={() => void navigate({ to: '/index/track', search: { terminalID } })}
        />
      )}
      {mayEdit && (
        <Action
          label={t('devices.edit', { name })}
          icon={<EditOutlined />}
          refused={demoReason}
          onClick={onEdit}
        />
      )}
      <DeviceSettings device={{ terminalID, name }} />
      {mayDelete && (
        <Action
          label={t('devices.deleteTitle', { name })}
          icon={<DeleteOutlined />}
          refused={demoReason}
          isDangerous
          onClick={askDelete}
        />
      )}
    </>
  )
}

interface ActionProps {
  label: string
  icon: ReactNode
  /** Why it cannot be done; it then stays visible and says so. */
  refused?: string | null
  isDangerous?: boolean
  onClick: () => void
}

function Action({ label, icon, refused, isDangerous = false, onClick }: ActionProps) {
  return (
    <Tooltip title={refused ? `${label}: ${refused}` : label} mouseEnterDelay={0.4}>
      <Button
        type="text"
        icon={icon}
        danger={isDangerous}
        aria-label={label}
        aria-disabled={Boolean(refused)}
        className={refused ? 'tw-refused' : ''}
        onClick={refused ? undefined : onClick}
        onDoubleClick={(event) => event.stopPropagation()}
      />
    </Tooltip>
  )
}
