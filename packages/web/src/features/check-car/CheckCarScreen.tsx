import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { areaLimits } from '@trackway/core/api/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import { useTranslation } from 'react-i18next'
import { ShapeTools } from '../../map/drawing/ShapeTools.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { QuestionForm } from './AreaSearchForm.tsx'
import { SearchMap } from './SearchMap.tsx'
import { bounds, defaultConfirmSeconds, useAreaSearch } from './use-area-search.ts'
import { VisitorList } from './visitors/VisitorList.tsx'

const route = getRouteApi('/index/checkCar/$kind')
const areaTools = ['circle', 'rectangle', 'polygon'] as const

/** Which devices were in a drawn area, or near a place, between two times. */
export function CheckCarScreen() {
  const { t } = useTranslation()
  const { kind } = route.useParams()
  const isPoint = kind === 'point'
  const search = route.useSearch()
  const navigate = useNavigate()

  const areaSearch = useAreaSearch(search, isPoint)
  const { area, setArea, period, tool, setTool, isRadiusWrong, setTypedRadiusM, radiusM } = areaSearch
  const { placed, setPlaced, pointed, setPointed, selected, setSelected, found, cancel, start, change } =
    areaSearch

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
      <div className="tw-map-beside tw-fill tw-grid tw-gap-16">
        <SearchMap areaSearch={areaSearch} />
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
