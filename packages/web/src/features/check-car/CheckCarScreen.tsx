import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { areaLimits } from '@trackway/core/api/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import { useTranslation } from 'react-i18next'
import { ShapeTools } from '../../map/drawing/ShapeTools.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { AreaSearchForm } from './AreaSearchForm.tsx'
import { SearchMap } from './SearchMap.tsx'
import { defaultConfirmSeconds, useSearchedArea, useVisitSearch } from './use-area-search.ts'
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

  const searched = useSearchedArea(search, isPoint)
  const { area, tool, setTool } = searched
  const visits = useVisitSearch(area, search)
  const { found } = visits

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
        <SearchMap searched={searched} visits={visits} />
        <Panel isFlush>
          <ShapeTools
            label={t(`checkCar.kind.${isPoint ? 'point' : 'area'}`)}
            tools={isPoint ? ['point'] : areaTools}
            area={area}
            fault={searched.isRadiusWrong ? 'radius' : area && faultOf(area)}
            tool={tool}
            limits={areaLimits}
            radiusM={searched.radiusM}
            onTool={setTool}
            onArea={searched.place}
            onClear={() => searched.set(undefined)}
            onRadius={searched.setRadius}
          />
          <AreaSearchForm
            search={search}
            period={visits.period}
            area={area}
            confirmSeconds={search.confirmSeconds ?? defaultConfirmSeconds}
            found={found}
            onChange={visits.change}
            onSearch={(place) => {
              setTool(null)
              visits.start(place)
            }}
            onCancel={visits.cancel}
          />
          <VisitorList
            found={found}
            selected={visits.selected}
            pointed={visits.pointed}
            onSelect={visits.setSelected}
            onPoint={visits.setPointed}
          />
        </Panel>
      </div>
    </Page>
  )
}
