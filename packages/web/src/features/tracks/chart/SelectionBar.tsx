import {
  BorderOuterOutlined,
  CloseOutlined,
  DownloadOutlined,
  ShareAltOutlined,
  ZoomInOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { useFormat } from '../../../base/use-format.ts'
import { textOfArea } from '../../../map/drawing/area-text.ts'
import { useReplay } from '../replay/replay-context.ts'
import { openDialog } from '../replay/use-replay-dialog.ts'
import { changeView, useReplayView } from '../replay/use-replay-view.ts'
import { ToolButton } from '../ToolButton.tsx'
import { driveLine } from './drive-line.ts'
import styles from './SelectionBar.module.css'
import { selectionFacts } from './selection-facts.ts'

/** Of a corridor along the drive: a wide road with its sides. The address holds its places. */
const corridorM = 200
const mostPlaces = 80

/** What the part chosen on the chart amounts to, and what can be done with it. */
export function SelectionBar() {
  const { t } = useTranslation()
  const format = useFormat()
  const { active, episodes, isShared } = useReplay()
  const navigate = useNavigate()
  const mayFence = useCan('main:fence') && !isShared
  const selection = useReplayView((view) => view.selection)
  const facts = useMemo(
    () => (selection ? selectionFacts(active.track, episodes.episodes, selection) : null),
    [active.track, episodes.episodes, selection],
  )
  const line = useMemo(
    () => (selection && mayFence ? driveLine(active.track, selection, mostPlaces) : null),
    [active.track, selection, mayFence],
  )
  if (!selection || !facts)
    return (
      <span className="tw-muted tw-ellipsis" style={{ marginInlineStart: 'auto' }}>
        {t('tracks.selectHint')}
      </span>
    )
  const zoom = () => changeView({ window: selection, shownOnMap: { ...selection } })
  return (
    <div className={styles.selection} data-testid="track-selection" role="status">
      <span className={styles.facts}>
        <span className="tw-number">
          {format.time(selection.from)}–{format.time(selection.to)}
        </span>
        <b className="tw-number">{format.distance(facts.distanceM)}</b>
        <span className="tw-number">{format.duration(facts.durationMs)}</span>
        <span className="tw-number">{t('tracks.max', { speed: format.speed(facts.maxSpeedKmh) })}</span>
        <span className="tw-number">{t('tracks.mean', { speed: format.speed(facts.meanSpeedKmh) })}</span>
      </span>
      <ToolButton size="small" label={t('tracks.zoomToSelection')} icon={<ZoomInOutlined />} onClick={zoom} />
      {line && (
        <ToolButton
          size="small"
          label={t('tracks.fenceHere')}
          icon={<BorderOuterOutlined />}
          onClick={() =>
            void navigate({
              to: '/index/fence',
              search: {
                edit: 'new',
                area: textOfArea({ shape: 'corridor', line, widthM: corridorM }),
              },
            })
          }
        />
      )}
      {!isShared && (
        <>
          <ToolButton
            size="small"
            label={t('tracks.export.title')}
            icon={<DownloadOutlined />}
            onClick={() => openDialog('export')}
          />
          <ToolButton
            size="small"
            label={t('tracks.share.title')}
            icon={<ShareAltOutlined />}
            onClick={() => openDialog('share')}
          />
        </>
      )}
      <ToolButton
        size="small"
        label={t('tracks.clearSelection')}
        icon={<CloseOutlined />}
        onClick={() => changeView({ selection: null })}
      />
    </div>
  )
}
