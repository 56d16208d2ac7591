import { SettingOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type BatteryVehicle,
  batteryCalls,
  batteryVehicleList,
} from '@trackway/core/api/readings/batteries.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useReadingTabs } from '../../ui/readings/use-reading-tabs.ts'
import { BatterySettingsDialog } from './BatterySettingsDialog.tsx'
import type { BatteriesUrl } from './batteries-url.ts'
import { PackStateTag } from './PackStateTag.tsx'
import { VehiclePacks } from './VehiclePacks.tsx'

const refetchMs = () => 15_000

/** The vehicles whose devices tell of battery packs, and the packs of one of them. */
export function BatteriesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { device } = useSearch({ strict: false }) as BatteriesUrl
  const mayEdit = useCan('main:device_edit')
  const [settings, setSettings] = useState<'all' | 'device' | null>(null)
  const [name, setName] = useState('')
  const open = (row: BatteryVehicle | null) => {
    setName(row?.displayName ?? '')
    void navigate({
      to: '.',
      search: ((was: object) => ({ ...was, device: row?.terminalID })) as never,
    })
  }
  return (
    <Page
      title={t('batteries.title')}
      tabs={useReadingTabs('/index/battery')}
      actions={
        mayEdit && (
          <Button icon={<SettingOutlined />} onClick={() => setSettings('all')}>
            {t('batteries.settings')}
          </Button>
        )
      }
    >
      <ListScreen
        list={batteryVehicleList}
        refetchMs={refetchMs}
        cells={{
          packState: ({ packState, faults }) => <PackStateTag state={packState} isFaulty={faults > 0} />,
        }}
        onOpen={open}
        rowActions={[
          { label: 'batteries.open', icon: <ThunderboltOutlined />, call: batteryCalls.vehicle, run: open },
        ]}
        empty={{ title: t('batteries.none'), text: t('batteries.noneText') }}
      />
      <Sheet
        title={name || (device ?? '')}
        isOpen={device !== undefined}
        onClose={() => open(null)}
        height="90%"
      >
        {device !== undefined && (
          <VehiclePacks terminalID={device} onSettings={mayEdit ? () => setSettings('device') : null} />
        )}
      </Sheet>
      <BatterySettingsDialog
        isOpen={settings !== null}
        onClose={() => setSettings(null)}
        device={
          settings === 'device' && device !== undefined
            ? { terminalID: device, name: name || device }
            : undefined
        }
      />
    </Page>
  )
}
