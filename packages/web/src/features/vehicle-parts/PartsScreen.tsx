import { SettingOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Call } from '@trackway/core/api/call.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { SettingKindDialog } from '../../ui/levels/SettingKindDialog.tsx'
import { ListScreen, type ListScreenProps } from '../../ui/list/ListScreen.tsx'
import type { RowOf } from '../../ui/list/use-list.ts'

interface PartsScreenProps<L extends List> {
  list: L
  /** Prefix of the text keys `title`, `settings`, `open`, and of the query keys of one vehicle. */
  texts: string
  cells: NonNullable<ListScreenProps<L>['cells']>
  icon: ReactNode
  /** Draws the parts of one vehicle. */
  vehicleCall: Call
  vehicle: (terminalID: string, onSettings: (() => void) | null) => ReactNode
  /** What is set of the parts by level. */
  settings: Pick<Parameters<typeof SettingKindDialog>[0], 'kind' | 'controls'>
}

const refetchMs = () => 15_000

/** The vehicles whose devices report tyres or packs, and the parts of one of them. */
export function PartsScreen<L extends List>(props: PartsScreenProps<L>) {
  const { list, texts, cells, icon, vehicleCall, vehicle } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { device } = useSearch({ strict: false }) as { device?: string }
  const mayEdit = useCan('main:device_edit')
  const [settings, setSettings] = useState<'all' | 'device' | null>(null)
  const [name, setName] = useState('')
  const open = (row: RowOf<L> | null) => {
    const { displayName = '', terminalID } = (row ?? {}) as { displayName?: string; terminalID?: string }
    setName(displayName)
    void navigate({ to: '.', search: ((was: object) => ({ ...was, device: terminalID })) as never })
  }
  return (
    <Page
      title={t(`${texts}.title`)}
      actions={
        mayEdit && (
          <Button icon={<SettingOutlined />} onClick={() => setSettings('all')}>
            {t(`${texts}.settings.title`)}
          </Button>
        )
      }
    >
      <ListScreen
        list={list}
        refetchMs={refetchMs}
        cells={cells}
        onSelect={open}
        selected={device ?? null}
        rowActions={[{ label: `${texts}.open`, icon, call: vehicleCall, run: open }]}
      />
      <Sheet
        title={name || (device ?? '')}
        isOpen={device !== undefined}
        onClose={() => open(null)}
        height="90%"
      >
        {device !== undefined && vehicle(device, mayEdit ? () => setSettings('device') : null)}
      </Sheet>
      <SettingKindDialog
        {...props.settings}
        texts={`${texts}.settings`}
        rereads={[texts, 'list']}
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
