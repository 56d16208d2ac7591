import { getRouteApi } from '@tanstack/react-router'
import { riskPointCalls, riskPointList } from '@trackway/core/features/risk-points/calls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ImportAreas } from '../../map/area-screen/ImportAreas.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { ZoneScreen } from '../zones/ZoneScreen.tsx'
import { InsideNow } from './InsideNow.tsx'
import { RiskPointDetails } from './RiskPointDetails.tsx'
import { RiskPointEditor } from './RiskPointEditor.tsx'
import { riskColour, riskPointQueries, useInside, useRiskAreas, useRiskPoint } from './use-risk-points.ts'

const route = getRouteApi('/index/riskPoint')

/** Places where no vehicle should stay: the list, the map, and the one that is chosen or edited. */
export function RiskPointsScreen() {
  const { t, format } = useTexts()
  const url = route.useSearch()
  const areas = useRiskAreas(url)
  const inside = useInside(undefined, url.userId, 1)
  const [showsInside, setShowsInside] = useState(false)
  return (
    <>
      <ZoneScreen
        list={riskPointList}
        texts="riskPoints"
        url={url}
        areas={areas}
        useZone={useRiskPoint}
        colourOf={() => riskColour}
        rows={{
          cells: {
            minutes: ({ minutes }) =>
              minutes === 0 ? t('riskPoints.atOnce') : format.duration(minutes * 60_000),
          },
        }}
        exportFile={(input) => api(riskPointCalls.export, input as never)}
        editor={(props) => <RiskPointEditor key={props.copy ? 'copy' : url.edit} {...props} />}
        details={(point, onClose) => <RiskPointDetails key={point.id} point={point} onClose={onClose} />}
        importer={(onClose) => <RiskPointImport onClose={onClose} />}
        actions={
          <Button onClick={() => setShowsInside(true)}>
            {t('riskPoints.insideCount', { shown: format.number(inside.data?.total ?? 0) })}
          </Button>
        }
      />
      <Sheet
        isOpen={showsInside}
        title={t('riskPoints.inside')}
        height="72%"
        onClose={() => setShowsInside(false)}
      >
        <InsideNow userId={url.userId} />
      </Sheet>
    </>
  )
}

/** Risk points from the outlines of a file. */
function RiskPointImport({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const [userId, setUserId] = useState<number | undefined>()
  return (
    <ImportAreas
      texts="riskPoints"
      check={({ lineWidthM: _, ...file }, options) => api(riskPointCalls.importCheck, file, options)}
      add={async ({ lineWidthM: _, ...file }, rows, options) => {
        const input = { ...file, userId, rows: rows.map(({ row }) => row) }
        const { ids, failed } = await api(riskPointCalls.import, input, options)
        return { added: ids.length, failed }
      }}
      rereads={riskPointQueries}
      onClose={onClose}
    >
      <AccountPicker isExact label={t('map.areas.userId')} value={userId} onChange={setUserId} />
    </ImportAreas>
  )
}
