import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { areaLimits } from '@trackway/core/api/area.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { VisitFound } from '@trackway/core/features/check-car/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUrlChange } from '../../base/history-steps.ts'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { AreaLayer } from '../../map/drawing/AreaLayer.tsx'
import { areaOfText, textOfArea } from '../../map/drawing/area-text.ts'
import { DrawArea } from '../../map/drawing/DrawArea.tsx'
import { FitArea } from '../../map/drawing/FitArea.tsx'
import { ShapeTools } from '../../map/drawing/ShapeTools.tsx'
import { MapControls } from '../../map/view/MapControls.tsx'
import noticeStyles from '../../map/view/MapNotices.module.css'
import { MapNotices } from '../../map/view/MapNotices.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { type MinutePeriod, minutePeriod } from '../../ui/period/minutes.ts'
import { readDevices } from '../../ui/vehicles/vehicle-list.ts'
import { QuestionForm } from './AreaSearchForm.tsx'
import styles from './CheckCarScreen.module.css'
import type { CheckCarUrlState } from './url-state.ts'
import { type SearchRequest, useVisitors } from './visitors/use-visitors.ts'
import { VisitorList } from './visitors/VisitorList.tsx'
import { VisitPaths } from './visitors/VisitPaths.tsx'
import { VisitPins } from './visitors/VisitPins.tsx'

const route = getRouteApi('/index/checkCar/$kind')
const bounds = { minM: areaLimits.radiusMinM, maxM: areaLimits.radiusMaxM }
const defaultRadiusM = 500
const areaTools = ['circle', 'rectangle', 'polygon'] as const
type AreaTool = (typeof areaTools)[number] | 'point'
const defaultConfirmSeconds = 60

/** Which devices were in a drawn area, or near a place, between two times. */
export function CheckCarScreen() {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const isPhone = useIsPhone()
  const { kind } = route.useParams()
  const isPoint = kind === 'point'
  const search = route.useSearch()
  const navigate = useNavigate()
  const change = useUrlChange<CheckCarUrlState>()

  const area = useMemo(() => shownArea(search.area, isPoint), [search.area, isPoint])
  const period = useMemo(
    () => minutePeriod(search, limits.statisticsDays, Date.now(), timeZone),
    [search, timeZone],
  )
  const [tool, setTool] = useState<AreaTool | null>(area ? null : isPoint ? 'point' : null)
  const [typedRadiusM, setTypedRadiusM] = useState(defaultRadiusM)
  const isRadiusWrong = typedRadiusM < bounds.minM || typedRadiusM > bounds.maxM
  const radiusM = area?.shape === 'circle' && !isRadiusWrong ? area.radiusM : typedRadiusM
  /** How often a centre was typed or an address chosen. */
  const [placed, setPlaced] = useState(0)
  const [asked, setAsked] = useState(0)
  const [pointed, setPointed] = useState<VisitFound | null>(null)
  const [selected, setSelected] = useState<VisitFound | null>(null)
  const { search: found, ask, cancel } = useVisitors(area && questionOf(area, search, period))
  const setArea = (next: Area | undefined) => {
    if (next?.shape === 'circle') setTypedRadiusM(next.radiusM)
    change({ area: next && textOfArea(next) })
  }
  const drawn = (next: Area) => {
    setTool(null)
    setArea(next)
  }
  const start = (wanted: Area) => {
    setTool(null)
    setSelected(null)
    setPointed(null)
    setAsked(asked + 1)
    void ask(questionOf(wanted, search, period))
    // The address then holds the question that the answer belongs to.
    change({ from: period.first, to: period.last })
  }
  const shownVisit = pointed ?? selected

  return (
    <Page
      title={t('checkCar.title')}
      tabs={{
        activeKey: isPoint ? 'point' : 'area',
        onChange: (key) => {
          setTool(key === 'point' && !area ? 'point' : null)
          void navigate({ to: '/index/checkCar/$kind', params: { kind: key }, search })
        },
        items: ['area', 'point'].map((key) => ({ key, label: t(`checkCar.kind.${key}`) })),
      }}
    >
      <div className={`${styles.body} tw-fill tw-grid tw-gap-16`}>
        <Panel isFlush>
          <MapView>
            {area && (
              <AreaLayer
                area={area}
                bounds={bounds}
                onChange={found?.state === 'running' || tool ? undefined : setArea}
              />
            )}
            {tool && (
              <DrawArea
                tool={tool}
                bounds={bounds}
                radiusM={radiusM}
                maxCorners={areaLimits.corners}
                onDrawn={drawn}
                onCancel={() => setTool(null)}
              />
            )}
            <FitArea
              area={area}
              chosen={(placed > 0 || asked > 0 || selected) && `${placed} ${asked} ${selected?.enterTime}`}
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
        <Panel isFlush>
          <ShapeTools
            label={t(`checkCar.kind.${isPoint ? 'point' : 'area'}`)}
            tools={isPoint ? ['point'] : areaTools}
            area={area}
            fault={isRadiusWrong ? 'radius' : area && faultOf(area)}
            tool={tool}
            limits={areaLimits}
            radiusM={radiusM}
            onTool={setTool}
            onArea={(circle) => {
              setArea(circle)
              setPlaced(placed + 1)
            }}
            onClear={() => setArea(undefined)}
            onRadius={(metres) => {
              setTypedRadiusM(metres)
              const isRadius = metres >= bounds.minM && metres <= bounds.maxM
              if (area?.shape === 'circle' && isRadius) setArea({ ...area, radiusM: metres })
            }}
          />
          <QuestionForm
            search={search}
            period={period}
            area={area}
            confirmSeconds={search.confirmSeconds ?? defaultConfirmSeconds}
            found={found}
            onChange={change}
            onAsk={start}
            onCancel={cancel}
          />
          <VisitorList
            found={found}
            selected={selected}
            pointed={pointed}
            onSelect={setSelected}
            onPoint={setPointed}
          />
        </Panel>
      </div>
    </Page>
  )
}

function questionOf(area: Area, search: CheckCarUrlState, { from, to }: MinutePeriod): SearchRequest {
  const devices = readDevices(search.devices)
  return {
    area,
    from,
    to,
    userId: search.userId,
    terminalIDs: devices.length > 0 ? devices : undefined,
    confirmSeconds: search.confirmSeconds ?? defaultConfirmSeconds,
  }
}

/** Near a place there are only circles. */
function shownArea(text: string | undefined, isPoint: boolean): Area | null {
  const area = text === undefined ? null : areaOfText(text, areaLimits)
  if (area?.shape === 'corridor') return null
  return isPoint && area?.shape !== 'circle' ? null : area
}
