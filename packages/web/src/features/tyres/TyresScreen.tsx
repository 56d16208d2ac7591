import { DashboardOutlined, SettingOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type TyreVehicle, tyreCalls, tyreVehicleList } from '@trackway/core/api/readings/tyres.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useReadingTabs } from '../../ui/readings/use-reading-tabs.ts'
import { TyreSettingsDialog } from './TyreSettingsDialog.tsx'
import { TyreStateTag } from './TyreStateTag.tsx'
import type { TyresUrl } from './tyres-url.ts'
import { VehicleTyres } from './VehicleTyres.tsx'

const refetchMs = () => 15_000

/** The vehicles whose devices tell of tyres, those with something wrong first, and the wheels of one of them. */
export function TyresScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { device } = useSearch({ strict: false }) as TyresUrl
  const mayEdit = useCan('main:device_edit')
  const [settings, setSettings] = useState<'all' | 'device' | null>(null)
  const [name, setName] = useState('')
  const open = (row: TyreVehicle | null) => {
    setName(row?.displayName ?? '')
    void navigate({
      to: '.',
      search: ((was: object) => ({ ...was, device: row?.terminalID })) as never,
    })
  }
  return (
    <Page
      title={t('tyres.title')}
      tabs={useReadingTabs('/index/tire')}
      actions={
        mayEdit && (
          <Button icon={<SettingOutlined />} onClick={() => setSettings('all')}>
            {t('tyres.settings')}
          </Button>
        )
      }
    >
      <ListScreen
        list={tyreVehicleList}
        refetchMs={refetchMs}
        cells={{ tyreState: ({ tyreState }) => <TyreStateTag state={tyreState} /> }}
        onOpen={open}
        rowActions={[
          { label: 'tyres.open', icon: <DashboardOutlined />, call: tyreCalls.vehicle, run: open },
        ]}
        empty={{ title: t('tyres.none'), text: t('tyres.noneText') }}
      />
      <Sheet
        title={name || (device ?? '')}
        isOpen={device !== undefined}
        onClose={() => open(null)}
        height="90%"
      >
        {device !== undefined && (
          <VehicleTyres terminalID={device} onSettings={mayEdit ? () => setSettings('device') : null} />
        )}
      </Sheet>
      <TyreSettingsDialog
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
