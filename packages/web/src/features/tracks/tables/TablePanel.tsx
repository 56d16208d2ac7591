import { Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReplay } from '../replay/replay-context.ts'
import { PointColumns } from './PointColumns.tsx'
import styles from './TablePanel.module.css'
import { TrackTable, type TrackTableName, trackTables } from './TrackTable.tsx'

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
