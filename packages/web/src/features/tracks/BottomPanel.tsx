import { TableOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recall, remember } from '../../base/stored.ts'
import { Resizer } from '../../ui/layout/Resizer.tsx'
import styles from './BottomPanel.module.css'
import { ChartPanel } from './chart/ChartPanel.tsx'
import { ToolButton } from './ToolButton.tsx'
import { Transport } from './Transport.tsx'
import { TablePanel } from './tables/TablePanel.tsx'

const [leastPx, mostPx] = [56, 260]
/** Where it is lower the chart stands alone, without its choices and the tables. */
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
    <footer className={styles.footer} data-print="hide">
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
      <div className={styles.panel} style={{ height: isPhone ? 72 : height }}>
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
