import { PlusOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import type { Device } from '@trackway/core/api/devices.ts'
import { Badge, Button, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../base/session.ts'
import { DisabledReason } from '../../ui/DisabledReason.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { TrackSettingsButton } from '../track-settings/TrackSettingsButton.tsx'
import { DeviceForm, type DeviceFormTarget } from './DeviceForm.tsx'
import { DeviceList } from './DeviceList.tsx'
import { UnknownDevices } from './UnknownDevices.tsx'
import { useUnknownDevices } from './use-devices.ts'
import './devices.css'

const route = getRouteApi('/index/device/deviceList')

/** The devices of an account: registered ones, and those that knock and are not registered yet. */
export function DevicesScreen() {
  const { t } = useTranslation()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const { isDemo } = useUser()
  const mayAdd = useCan('main:devices_import')
  const [target, setTarget] = useState<DeviceFormTarget | null>(null)
  const waiting = useUnknownDevices({ pageNum: 1, pageSize: 15, search: '' }, mayAdd)
  const add = () => setTarget({ kind: 'add' })
  const edit = (device: Device) => setTarget({ kind: 'edit', device })
  const isWaiting = mayAdd && tab === 'waiting'

  return (
    <Screen
      title={t('devices.title')}
      actions={
        <>
          <TrackSettingsButton />
          {mayAdd && (
            <DisabledReason reason={isDemo ? t('result.demoAccount') : null}>
              <Button type="primary" icon={<PlusOutlined />} disabled={isDemo} onClick={add}>
                {t('devices.add')}
              </Button>
            </DisabledReason>
          )}
        </>
      }
    >
      {mayAdd && (
        <Tabs
          className="tw-device-tabs"
          activeKey={isWaiting ? 'waiting' : 'registered'}
          onChange={(key) => void navigate({ search: key === 'waiting' ? { tab: 'waiting' } : {} })}
          items={[
            { key: 'registered', label: t('devices.registeredTab') },
            {
              key: 'waiting',
              label: (
                <>
                  {t('devices.waitingTab')}
                  <Badge
                    count={waiting.data?.total ?? 0}
                    overflowCount={999}
                    color="var(--tw-accent)"
                    className="tw-device-count"
                  />
                </>
              ),
            },
          ]}
        />
      )}
      {isWaiting ? (
        <UnknownDevices onAdjust={(unknown) => setTarget({ kind: 'add', unknown })} />
      ) : (
        <DeviceList onAdd={mayAdd && !isDemo ? add : null} onEdit={edit} />
      )}
      <DeviceForm target={target} onClose={() => setTarget(null)} />
    </Screen>
  )
}
