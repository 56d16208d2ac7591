import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tabs } from '../../../ui/antd/Tabs.tsx'
import { ColumnChooser } from '../../../ui/list/ColumnChooser.tsx'
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts'
import { useReplay } from '../replay/replay-context.ts'
import styles from './TablePanel.module.css'
import { TrackTable, type TrackTableName, trackTables } from './TrackTable.tsx'
import { pointTable, usePointColumns } from './use-point-columns.tsx'

/** The tables beside the chart. */
export function TablePanel() {
  const { t } = useTranslation()
  const [table, setTable] = useState<TrackTableName>('points')
  const { showsAlarms } = useReplay()
  return (
    <section className={styles.tables} aria-label={t('tracks.tables')}>
      <Tabs
        size="small"
        activeKey={table}
        onChange={(key) => setTable(key as TrackTableName)}
        items={trackTables
          .filter((key) => showsAlarms || key !== 'alarms')
          .map((key) => ({ key, label: t(`tracks.tab.${key}`) }))}
        tabBarExtraContent={table === 'points' && <PointColumns />}
      />
      <TrackTable table={table} />
    </section>
  )
}

function PointColumns() {
  const [chosen, choose] = useColumnChoice(pointTable)
  return <ColumnChooser columns={usePointColumns()} chosen={chosen} onChoose={choose} />
}
