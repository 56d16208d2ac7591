import type { Place } from '@trackway/core/geo/area.ts'
import { useTranslation } from 'react-i18next'
import { MapControls } from '../../../map/view/MapControls.tsx'
import noticeStyles from '../../../map/view/MapNotices.module.css'
import { MapView } from '../../../map/view/MapView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EditLine, type LineTool } from '../map/EditLine.tsx'
import { FitLine, LineLayer } from '../map/LineLayer.tsx'
import { withStop } from './line-draft.ts'
import type { LineEdit } from './use-line-edit.ts'

interface RouteMapProps {
  edit: LineEdit
  tool: LineTool | null
  onTool: (tool: LineTool | null) => void
  /** The stop that is looked at. */
  chosen: number | null
  /** How often a drive was taken over: the map then shows all of it. */
  drives: number
}

export function RouteMap({ edit, tool, onTool, chosen, drives }: RouteMapProps) {
  const { t } = useTranslation()
  const { draft, shape, stops, facts, setShape } = edit
  const clicked = (place: Place) => {
    if (tool === 'way') return setShape([...shape, place])
    draft.set(withStop(draft.value, place, t('bus.route.newStop', { n: stops.length + 1 })))
  }
  return (
    <Panel isFlush label={t('bus.route.map')}>
      <MapView>
        <LineLayer shape={shape.length > 0 ? shape : stops} stops={stops} colour={facts.colour} />
        <EditLine
          shape={shape}
          stops={stops}
          tool={tool}
          onClick={clicked}
          onShape={setShape}
          onStop={(index, place) =>
            draft.set({
              shape,
              stops: stops.map((stop, i) => (i === index ? { ...stop, ...place } : stop)),
            })
          }
          onBack={() => setShape(shape.slice(0, -1))}
          onDone={() => onTool(null)}
        />
        <FitLine
          places={chosen === null ? [...shape, ...stops] : [stops[chosen]!]}
          again={chosen === null ? drives : `stop ${chosen}`}
        />
        <MapControls />
      </MapView>
      {tool && (
        <p className={`${noticeStyles.notice} tw-plate`} data-calm role="status">
          {t(`bus.route.hint.${tool}`)}
        </p>
      )}
    </Panel>
  )
}
