import { useTranslation } from 'react-i18next'
import styles from './BottomPanel.module.css'
import { ChartPanel } from './chart/ChartPanel.tsx'
import { ExportDialog } from './dialogs/ExportDialog.tsx'
import { KeysDialog } from './dialogs/KeysDialog.tsx'
import { ShareDialog } from './dialogs/ShareDialog.tsx'
import { useReplay } from './replay/replay-context.ts'
import { openDialog, useReplayDialog } from './replay/use-replay-dialog.ts'
import { useReplayView } from './replay/use-replay-view.ts'
import { Transport } from './Transport.tsx'
import { TablePanel } from './tables/TablePanel.tsx'
import { leastPanelPx, mostPanelPx, usePanelHeight } from './use-panel-height.ts'

/** Controls, chart and tables beneath the map; its height can be dragged. */
export function BottomPanel({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation()
  const { span } = useReplay()
  const { height, onDrag, changeBy } = usePanelHeight()
  const dialog = useReplayDialog(({ open }) => open)
  const selection = useReplayView((view) => view.selection)
  const close = () => openDialog(null)
  return (
    <footer className={styles.footer} data-print="hide">
      {!isPhone && (
        // biome-ignore lint/a11y/useSemanticElements: a splitter has no element of its own
        <div
          className={styles.splitter}
          role="separator"
          aria-orientation="horizontal"
          aria-label={t('tracks.resize')}
          aria-valuenow={height}
          aria-valuemin={leastPanelPx}
          aria-valuemax={mostPanelPx}
          tabIndex={0}
          onPointerDown={onDrag}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.stopPropagation()
            changeBy(event.key === 'ArrowUp' ? 16 : -16)
          }}
        />
      )}
      <Transport isPhone={isPhone} />
      <div className={styles.panel} style={isPhone ? {} : { height }}>
        <ChartPanel isPhone={isPhone} />
        {!isPhone && <TablePanel />}
      </div>
      {dialog === 'export' && <ExportDialog span={selection ?? span} onClose={close} />}
      {dialog === 'share' && <ShareDialog span={selection ?? span} onClose={close} />}
      {dialog === 'keys' && <KeysDialog onClose={close} />}
    </footer>
  )
}
