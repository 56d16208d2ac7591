import { TableOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recall, remember } from '../../base/stored.ts'
import { Tabs } from '../../ui/antd/Tabs.tsx'
import { Resizer } from '../../ui/layout/Resizer.tsx'
import { ColumnChooser } from '../../ui/list/ColumnChooser.tsx'
import { useColumnChoice } from '../../ui/list/use-column-choice.ts'
import styles from './BottomPanel.module.css'
import { ChartPanel } from './chart/ChartPanel.tsx'
import { useReplay } from './replay/replay-context.ts'
import { ToolButton } from './ToolButton.tsx'
import { Transport } from './Transport.tsx'
import { TrackTable, type TrackTableName, trackTables } from './tables/TrackTable.tsx'
import { pointTable, usePointColumns } from './tables/use-point-columns.tsx'

const [leastPx, mostPx] = [56, 260]
/** Below this height only the chart is shown, without its choices and the tables. */
const wholePx = 120
const openPx = 180
/** On a low screen the map keeps half of it. */
const usualPx = () => (innerHeight < 800 ? leastPx : openPx)

/** Controls, chart and tables beneath the map; its height can be dragged, and is remembered. */
export function BottomPanel({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation()
  const [height, setHeight] = useState(rememberedPx)
  const isWhole = !isPhone && height >= wholePx
  const resize = (px: number) => {
    setHeight(px)
    remember('trackPanelPx', px)
  }
  return (
    <footer className="tw-line-above tw-relative tw-surface" data-print="hide">
      {!isPhone && (
        <Resizer
          label={t('tracks.resize')}
          edge="top"
          px={height}
          min={leastPx}
          max={mostPx}
          onResize={resize}
        />
      )}
      <Transport>
        {!isPhone && (
          <ToolButton
            label={t('tracks.tables')}
            icon={<TableOutlined />}
            isPressed={isWhole}
            onClick={() => resize(isWhole ? leastPx : openPx)}
          />
        )}
      </Transport>
      <div className={`${styles.panel} tw-flex tw-gap-0`} style={{ height: isPhone ? 72 : height }}>
        <ChartPanel isBare={!isWhole} />
        {isWhole && <TablePanel />}
      </div>
    </footer>
  )
}

function rememberedPx(): number {
  const px = recall('trackPanelPx')
  return typeof px === 'number' && px >= leastPx && px <= mostPx ? px : usualPx()
}

/** The tables beside the chart. */
function TablePanel() {
  const { t } = useTranslation()
  const [table, setTable] = useState<TrackTableName>('points')
  const { showsAlarms } = useReplay()
  return (
    <section className={`${styles.tables} tw-column tw-shrink`} aria-label={t('tracks.tables')}>
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
