import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import { type RiskPoint, riskPointCalls, riskPointList } from '@trackway/core/features/risk-points/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { Button, Flex, Spin } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { useTexts } from '../../base/use-texts.ts'
import { AreaScreen } from '../../map/area-screen/AreaScreen.tsx'
import { ExportMenu } from '../../map/area-screen/ExportMenu.tsx'
import { FitAreas } from '../../map/area-screen/FitAreas.tsx'
import { ShapeIcon } from '../../map/area-screen/ShapeIcon.tsx'
import { AreasLayer } from '../../map/drawing/AreasLayer.tsx'
import { FitArea } from '../../map/drawing/FitArea.tsx'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { filterOf } from '../../ui/list/list-url.ts'
import { ImportRiskPoints } from './ImportRiskPoints.tsx'
import { InsideNow } from './InsideNow.tsx'
import { RiskPointDetails } from './RiskPointDetails.tsx'
import { RiskPointEditor } from './RiskPointEditor.tsx'
import type { RiskPointsUrlState } from './url-state.ts'
import { riskColour, useInside, useRiskAreas, useRiskPoint } from './use-risk-points.ts'

const route = getRouteApi('/index/riskPoint')

/** Places where no vehicle should stay: the list, the map, and the one that is chosen or edited. */
export function RiskPointsScreen() {
  const { edit, ...url } = route.useSearch()
  const change = useUrlChange<RiskPointsUrlState>()
  const [copy, setCopy] = useState<{ point: RiskPoint; area: FenceArea } | null>(null)
  const areas = useRiskAreas(url)
  const edited = useRiskPoint(typeof edit === 'number' ? edit : undefined)
  const leave = (id?: number) => {
    setCopy(null)
    change({ edit: undefined, ...(id !== undefined && { chosen: id }) })
  }
  if (edit === 'new')
    return (
      <RiskPointEditor key={copy ? 'copy' : 'new'} point={null} copy={copy} others={areas} onLeave={leave} />
    )
  if (edit !== undefined && edited.data) {
    const point = edited.data
    return (
      <RiskPointEditor
        key={edit}
        point={point}
        others={areas.filter(({ id }) => id !== edit)}
        onLeave={leave}
        onCopy={(area) => {
          setCopy({ point, area })
          change({ edit: 'new' })
        }}
      />
    )
  }
  if (edit !== undefined && edited.isPending) return <Spin size="large" className="tw-centred" />
  return <RiskPointBrowser url={url} />
}

function RiskPointBrowser({ url }: { url: RiskPointsUrlState }) {
  const { t, format } = useTexts()
  const change = useUrlChange<RiskPointsUrlState>()
  const areas = useRiskAreas(url)
  const chosen = useRiskPoint(url.chosen)
  const inside = useInside(undefined, url.userId, 1)
  const [fits, setFits] = useState(0)
  const [open, setOpen] = useState<'import' | 'inside' | null>(null)
  const [userId, setUserId] = useState<number | undefined>()
  const choose = (id: number | null) => change({ chosen: id ?? undefined })
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => change({ edit: 'new' })}>
      {t('riskPoints.add')}
    </Button>
  )
  return (
    <>
      <AreaScreen
        title={t('riskPoints.title')}
        isEditing={false}
        onFit={() => setFits(fits + 1)}
        actions={
          <>
            <Button onClick={() => setOpen('inside')}>
              {t('riskPoints.insideCount', { shown: format.number(inside.data?.total ?? 0) })}
            </Button>
            <ActionButton icon={<UploadOutlined />} onClick={() => setOpen('import')}>
              {t('map.areas.import.open')}
            </ActionButton>
            <ExportMenu
              onExport={(kind) =>
                api(riskPointCalls.export, { format: kind, filter: filterOf(riskPointList, url as never) })
              }
            />
            {addButton}
          </>
        }
        list={
          <ListScreen
            isNarrow
            list={riskPointList}
            selected={url.chosen ?? null}
            onSelect={({ id }) => choose(id)}
            cells={{
              name: ({ name, area }) => (
                <Flex component="span" align="center" gap={8} className="tw-shrink">
                  <ShapeIcon shape={area.shape} colour={riskColour} />
                  <span className="tw-ellipsis" title={name}>
                    {name}
                  </span>
                </Flex>
              ),
              minutes: ({ minutes }) =>
                minutes === 0 ? t('riskPoints.atOnce') : format.duration(minutes * 60_000),
            }}
            bulkMore={(rows) => (
              <ExportMenu
                onExport={(kind) =>
                  api(riskPointCalls.export, {
                    format: kind,
                    ...('ids' in rows ? { ids: rows.ids.map(Number) } : { filter: rows.filter }),
                  })
                }
              />
            )}
            empty={{ action: addButton }}
          />
        }
        layers={
          <>
            <AreasLayer areas={areas} chosen={url.chosen ?? null} onChoose={choose} />
            <FitAreas areas={areas} fits={fits} isHeld={url.chosen !== undefined} />
            {chosen.data && <FitArea key={chosen.data.id} area={chosen.data.area} chosen={chosen.data.id} />}
          </>
        }
        panel={
          chosen.data ? (
            <RiskPointDetails key={chosen.data.id} point={chosen.data} onClose={() => choose(null)} />
          ) : null
        }
      />
      <Sheet
        isOpen={open === 'inside'}
        title={t('riskPoints.inside')}
        height="72%"
        onClose={() => setOpen(null)}
      >
        <InsideNow userId={url.userId} />
      </Sheet>
      {open === 'import' && (
        <ImportRiskPoints userId={userId} onUser={setUserId} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
