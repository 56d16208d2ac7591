import { EditOutlined, ImportOutlined, RadarChartOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { type BusLineRow, busCalls, busLineList } from '@trackway/core/features/bus/calls.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { NameLink } from '../../ui/link/NameLink.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import styles from './bus.module.css'
import { GtfsDialog } from './gtfs/GtfsDialog.tsx'
import type { LineTab } from './line-tabs.ts'

/** Bus lines: what each is, and the ways to its vehicles, its route and its timetable. */
export function BusLinesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isImporting, setIsImporting] = useState(false)
  const open = (tab: LineTab, id?: number) =>
    void navigate({ to: '/index/bus/busLine/$tab', params: { tab }, search: { id } })
  const rowActions: RowAction<BusLineRow>[] = [
    { label: 'bus.open', icon: <RadarChartOutlined />, run: ({ id }) => open('live', id) },
    { label: 'bus.edit', icon: <EditOutlined />, run: ({ id }) => open('route', id) },
    deletion(busCalls.delete, 'bus'),
  ]
  const addButtons = (
    <>
      <ActionButton icon={<ImportOutlined />} onClick={() => setIsImporting(true)}>
        {t('bus.gtfs.open')}
      </ActionButton>
      <AddButton label={t('bus.add')} onClick={() => open('route')} />
    </>
  )
  return (
    <Page title={t('bus.title')} actions={addButtons}>
      <ListScreen
        list={busLineList}
        rowActions={rowActions}
        onOpen={({ id }) => open('live', id)}
        cells={{
          name: ({ id, name, colour }) => (
            <span className={`${styles.name} tw-inline`}>
              <i style={{ background: colour }} aria-hidden />
              <NameLink kind="line" id={id}>
                {name}
              </NameLink>
            </span>
          ),
        }}
      />
      <GtfsDialog isOpen={isImporting} onClose={() => setIsImporting(false)} />
    </Page>
  )
}
