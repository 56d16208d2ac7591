import {
  BellOutlined,
  DashboardOutlined,
  LinkOutlined,
  MoreOutlined,
  SlidersOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { AlarmSettingsDialog } from '../alarms/settings/AlarmSettingsDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { OdometerDialog } from './OdometerDialog.tsx'
import { TrackSettingsDialog } from './TrackSettingsDialog.tsx'

interface DeviceSettingsProps {
  device: { terminalID: string; name: string }
  /** What opens the menu; without it a button of three dots. */
  children?: ReactNode
}

/** A menu of what may be set of a device beside its details: trips and stops, and its odometer. */
export function DeviceSettings({ device, children }: DeviceSettingsProps) {
  const { t } = useTranslation()
  const mayEdit = useCan('main:device_edit')
  const mayCorrect = useCan('main:device_history')
  const [open, setOpen] = useState<'settings' | 'odometer' | 'link' | 'alarms' | null>(null)
  const label = t('trackSettings.more', { name: device.name })
  if (!mayEdit) return null
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'settings', icon: <SlidersOutlined />, label: t('trackSettings.action') },
            { key: 'alarms', icon: <BellOutlined />, label: t('alarms.settings.title') },
            { key: 'link', icon: <LinkOutlined />, label: t('trackSettings.link.action') },
            ...(mayCorrect
              ? [{ key: 'odometer', icon: <DashboardOutlined />, label: t('trackSettings.odometer.action') }]
              : []),
          ],
          onClick: ({ key }) => setOpen(key as 'settings' | 'odometer' | 'link' | 'alarms'),
        }}
      >
        {children ?? (
          <Tooltip title={label} mouseEnterDelay={0.4}>
            <Button
              type="text"
              icon={<MoreOutlined />}
              aria-label={label}
              onDoubleClick={(event) => event.stopPropagation()}
            />
          </Tooltip>
        )}
      </Dropdown>
      <TrackSettingsDialog isOpen={open === 'settings'} device={device} onClose={() => setOpen(null)} />
      <AlarmSettingsDialog isOpen={open === 'alarms'} device={device} onClose={() => setOpen(null)} />
      {open === 'link' && <LinkDialog device={device} onClose={() => setOpen(null)} />}
      <OdometerDialog device={open === 'odometer' ? device : null} onClose={() => setOpen(null)} />
    </>
  )
}
