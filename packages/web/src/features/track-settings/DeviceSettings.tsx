import {
  BellOutlined,
  DashboardOutlined,
  LinkOutlined,
  MoreOutlined,
  SlidersOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Flex, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { AlarmSettingsDialog } from '../alarms/settings/AlarmSettingsDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { OdometerDialog } from './OdometerDialog.tsx'
import { TrackSettingsDialog } from './TrackSettingsDialog.tsx'
import styles from './track-settings.module.css'

interface DeviceSettingsProps {
  device: { terminalID: string; name: string }
  /** What opens the menu; without it a button of three dots. */
  children?: ReactNode
  /** All of them stand on the page, each with what it is for; else in a menu. */
  isList?: boolean
}

/** A menu of what may be set of a device beside its details: trips and stops, and its odometer. */
export function DeviceSettings({ device, children, isList = false }: DeviceSettingsProps) {
  const { t } = useTranslation()
  const mayEdit = useCan('main:device_edit')
  const mayCorrect = useCan('main:device_history')
  const [open, setOpen] = useState<'settings' | 'odometer' | 'link' | 'alarms' | null>(null)
  const items = [
    { key: 'settings', icon: <SlidersOutlined />, label: t('trackSettings.action') },
    { key: 'alarms', icon: <BellOutlined />, label: t('alarms.settings.title') },
    { key: 'link', icon: <LinkOutlined />, label: t('trackSettings.link.action') },
    ...(mayCorrect
      ? ([
          { key: 'odometer', icon: <DashboardOutlined />, label: t('trackSettings.odometer.action') },
        ] as const)
      : []),
  ] as const
  const label = t('trackSettings.more', { name: device.name })
  if (!mayEdit) return null
  return (
    <>
      {isList ? (
        <Flex vertical gap={16}>
          {items.map(({ key, icon, label }) => (
            <Flex key={key} gap="4px 16px" align="center" wrap>
              <Button icon={icon} className={styles.setting!} onClick={() => setOpen(key)}>
                {label}
              </Button>
              <span className="tw-muted">{t(`trackSettings.about.${key}`)}</span>
            </Flex>
          ))}
        </Flex>
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [...items],
            onClick: ({ key }) => setOpen(key as (typeof items)[number]['key']),
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
      )}
      <TrackSettingsDialog isOpen={open === 'settings'} device={device} onClose={() => setOpen(null)} />
      <AlarmSettingsDialog isOpen={open === 'alarms'} device={device} onClose={() => setOpen(null)} />
      {open === 'link' && <LinkDialog device={device} onClose={() => setOpen(null)} />}
      <OdometerDialog device={open === 'odometer' ? device : null} onClose={() => setOpen(null)} />
    </>
  )
}
