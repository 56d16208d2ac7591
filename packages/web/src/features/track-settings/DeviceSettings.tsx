import { BellOutlined, DashboardOutlined, LinkOutlined, SlidersOutlined } from '@ant-design/icons'
import { Button, Dropdown, Flex } from 'antd'
import { lazy, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { WhenOpened } from '../../base/WhenOpened.tsx'
import { type MenuItems, RowMenu } from '../../ui/RowMenu.tsx'
import styles from './track-settings.module.css'

const TrackSettingsDialog = lazy(async () => ({
  default: (await import('./TrackSettingsDialog.tsx')).TrackSettingsDialog,
}))
const AlarmSettingsDialog = lazy(async () => ({
  default: (await import('../alarms/settings/AlarmSettingsDialog.tsx')).AlarmSettingsDialog,
}))
const LinkDialog = lazy(async () => ({ default: (await import('./LinkDialog.tsx')).LinkDialog }))
const OdometerDialog = lazy(async () => ({ default: (await import('./OdometerDialog.tsx')).OdometerDialog }))

interface DeviceSettingsProps {
  device: { terminalID: string; name: string }
  /** What opens the menu; without it a button of three dots. */
  children?: ReactNode
  /** Shown before them in the menu. */
  first?: MenuItems
  /** All of them are on the page, each with its purpose; else in a menu. */
  isList?: boolean
}

/** A menu of what may be set of a device beside its details: trips and stops, and its odometer. */
export function DeviceSettings({ device, children, first = [], isList = false }: DeviceSettingsProps) {
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
  const inMenu = [
    ...first,
    ...(mayEdit ? items.map((item) => ({ ...item, onClick: () => setOpen(item.key) })) : []),
  ]
  if (inMenu.length === 0) return null
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
      ) : children ? (
        <Dropdown trigger={['click']} menu={{ items: inMenu }}>
          {children}
        </Dropdown>
      ) : (
        <RowMenu name={device.name} items={inMenu} />
      )}
      <WhenOpened isOpen={open === 'settings'}>
        <TrackSettingsDialog isOpen={open === 'settings'} device={device} onClose={() => setOpen(null)} />
      </WhenOpened>
      <WhenOpened isOpen={open === 'alarms'}>
        <AlarmSettingsDialog isOpen={open === 'alarms'} device={device} onClose={() => setOpen(null)} />
      </WhenOpened>
      <WhenOpened isOpen={open === 'link'}>
        {open === 'link' && <LinkDialog device={device} onClose={() => setOpen(null)} />}
      </WhenOpened>
      <WhenOpened isOpen={open === 'odometer'}>
        <OdometerDialog device={open === 'odometer' ? device : null} onClose={() => setOpen(null)} />
      </WhenOpened>
    </>
  )
}
