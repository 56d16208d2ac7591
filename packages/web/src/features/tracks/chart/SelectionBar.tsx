import {
  BorderOuterOutlined,
  CloseOutlined,
  DownloadOutlined,
  ShareAltOutlined,
  ZoomInOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
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
  const { t, format } = useTexts()
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
    return <span className="tw-muted tw-ellipsis tw-push">{t('tracks.selectHint')}</span>
  const zoom = () => changeView({ window: selection, shownOnMap: { ...selection } })
  const fence = () => {
    const area = line && textOfArea({ shape: 'corridor', line, widthM: corridorM })
    if (area) void navigate({ to: '/index/fence', search: { edit: 'new', area } })
  }
  const ofUsers = [
    { label: t('tracks.export.title'), icon: <DownloadOutlined />, onClick: () => openDialog('export') },
    { label: t('tracks.share.title'), icon: <ShareAltOutlined />, onClick: () => openDialog('share') },
  ]
  const clear = () => changeView({ selection: null })
  const tools = [
    { label: t('tracks.zoomToSelection'), icon: <ZoomInOutlined />, onClick: zoom },
    ...(line ? [{ label: t('tracks.fenceHere'), icon: <BorderOuterOutlined />, onClick: fence }] : []),
    ...(isShared ? [] : ofUsers),
    { label: t('tracks.clearSelection'), icon: <CloseOutlined />, onClick: clear },
  ]
  return (
    <div
      className={`${styles.selection} tw-soft tw-row tw-push tw-rounded tw-shrink tw-gap-4 tw-clip`}
      data-testid="track-selection"
      role="status"
    >
      <span className="tw-shrink tw-flex tw-gap-10 tw-clip">
        <span className="tw-number">
          {format.time(selection.from)}–{format.time(selection.to)}
        </span>
        <b className="tw-number">{format.distance(facts.distanceM)}</b>
        <span className="tw-number">{format.duration(facts.durationMs)}</span>
        <span className="tw-number">{t('tracks.max', { speed: format.speed(facts.maxSpeedKmh) })}</span>
        <span className="tw-number">{t('tracks.mean', { speed: format.speed(facts.meanSpeedKmh) })}</span>
      </span>
      {tools.map((tool) => (
        <ToolButton key={tool.label} size="small" {...tool} />
      ))}
    </div>
  )
}
