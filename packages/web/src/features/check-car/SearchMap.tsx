import { areaLimits } from '@trackway/core/api/area.ts'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { AreaLayer } from '../../map/drawing/AreaLayer.tsx'
import { DrawArea } from '../../map/drawing/DrawArea.tsx'
import { FitArea } from '../../map/drawing/FitArea.tsx'
import { MapControls } from '../../map/view/MapControls.tsx'
import noticeStyles from '../../map/view/MapNotices.module.css'
import { MapNotices } from '../../map/view/MapNotices.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { bounds, type SearchedArea, type VisitSearch } from './use-area-search.ts'
import { VisitPaths } from './visitors/VisitPaths.tsx'
import { VisitPins } from './visitors/VisitPins.tsx'

/** The area, and the ways of those that were in it. */
export function SearchMap({ searched, visits }: { searched: SearchedArea; visits: VisitSearch }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { area, tool, radiusM, placed } = searched
  const { found, started, pointed, setPointed, selected, setSelected } = visits
  const shownVisit = pointed ?? selected
  return (
    <Panel isFlush>
      <MapView>
        {area && (
          <AreaLayer
            area={area}
            bounds={bounds}
            onChange={found?.state === 'running' || tool ? undefined : searched.set}
          />
        )}
        {tool && (
          <DrawArea
            tool={tool}
            bounds={bounds}
            radiusM={radiusM}
            maxCorners={areaLimits.corners}
            onDrawn={searched.setDrawn}
            onCancel={() => searched.setTool(null)}
          />
        )}
        <FitArea
          area={area}
          chosen={(placed > 0 || started > 0 || selected) && `${placed} ${started} ${selected?.enterTime}`}
        />
        {found && !tool && (
          <VisitPaths
            visitors={found.visitors}
            shown={shownVisit}
            onPoint={setPointed}
            onSelect={setSelected}
          />
        )}
        {shownVisit && <VisitPins visit={shownVisit} />}
        <MapControls />
        <MapNotices />
      </MapView>
      {tool && (
        <p className={`${noticeStyles.notice} tw-plate`} data-calm role="status">
          {t(`map.areas.hint.${tool}`)} {!isPhone && t('map.areas.hint.keys')}
        </p>
      )}
    </Panel>
  )
}
