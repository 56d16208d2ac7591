import { useTranslation } from 'react-i18next'
import { ChartPanel } from './ChartPanel.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { useReplay } from './replay-context.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { TablePanel } from './TablePanel.tsx'
import { Transport } from './Transport.tsx'
import { leastPanelPx, mostPanelPx, usePanelHeight } from './use-panel-height.ts'
import { openDialog, useReplayDialog } from './use-replay-dialog.ts'
import { useReplayView } from './use-replay-view.ts'

/** Controls, chart and tables beneath the map; its height can be dragged. */
export function BottomPanel({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation()
  const { span } = useReplay()
  const { height, onDrag, changeBy } = usePanelHeight()
  const dialog = useReplayDialog(({ open }) => open)
  const selection = useReplayView((view) => view.selection)
  const close = () => openDialog(null)
  return (
    <footer className="track-footer">
      {!isPhone && (
        // biome-ignore lint/a11y/useSemanticElements: a splitter has no element of its own
        <div
          className="track-splitter"
          role="separator"
          aria-orientation="horizontal"
          aria-label={t('track.resize')}
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
      <div className="track-panel" style={isPhone ? {} : { height }}>
        <ChartPanel isPhone={isPhone} />
        {!isPhone && <TablePanel />}
      </div>
      {dialog === 'export' && <ExportDialog span={selection ?? span} onClose={close} />}
      {dialog === 'share' && <ShareDialog span={selection ?? span} onClose={close} />}
      {dialog === 'keys' && <KeysDialog onClose={close} />}
    </footer>
  )
}
