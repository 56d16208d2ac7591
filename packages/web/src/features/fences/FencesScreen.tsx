import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import { fenceCalls, fenceList } from '@trackway/core/features/fences/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { App, Button, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { AreaScreen } from '../../map/area-screen/AreaScreen.tsx'
import { ExportMenu } from '../../map/area-screen/ExportMenu.tsx'
import { FitAreas } from '../../map/area-screen/FitAreas.tsx'
import { ImportAreas } from '../../map/area-screen/ImportAreas.tsx'
import { AreasLayer } from '../../map/drawing/AreasLayer.tsx'
import { areaOfText } from '../../map/drawing/area-text.ts'
import { FitArea } from '../../map/drawing/FitArea.tsx'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { filterOf } from '../../ui/list/list-url.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { FenceDetails } from './FenceDetails.tsx'
import { FenceEditor } from './FenceEditor.tsx'
import { FenceRows } from './FenceRows.tsx'
import { FenceVehicles } from './map/FenceVehicles.tsx'
import type { FencesUrlState } from './url-state.ts'
import { type FenceDetail, fenceQueries, useAssignedDevices, useFence, useFenceAreas } from './use-fences.ts'

const route = getRouteApi('/index/fence')

/** All fences, the map with them, and the one that is chosen or edited. */
export function FencesScreen() {
  const { edit, ...url } = route.useSearch()
  const change = useUrlChange<FencesUrlState>()
  const [copy, setCopy] = useState<{ fence: FenceDetail; area: FenceArea } | null>(null)
  const isNew = edit === 'new'
  const edited = useFence(typeof edit === 'number' ? edit : undefined)
  const assigned = useAssignedDevices(typeof edit === 'number' ? edit : undefined)
  const { areas } = useFenceAreas(url)
  const leave = (chosen?: number) => {
    setCopy(null)
    change({ edit: undefined, area: undefined, forDevice: undefined, ...(chosen && { chosen }) })
  }

  if (isNew)
    return (
      <FenceEditor
        key={copy ? 'copy' : (url.area ?? 'new')}
        fence={null}
        pattern={copy?.fence ?? null}
        area={copy?.area ?? (url.area ? areaOfText(url.area, fenceAreaLimits) : null)}
        assigned={url.forDevice ? [url.forDevice] : []}
        others={areas}
        onLeave={leave}
      />
    )
  if (edit !== undefined && edited.data && assigned.data !== undefined) {
    const fence = edited.data
    return (
      <FenceEditor
        key={edit}
        fence={fence}
        pattern={fence}
        area={fence.area}
        assigned={assigned.data}
        others={areas.filter(({ id }) => id !== edit)}
        onLeave={leave}
        onCopy={(area) => {
          setCopy({ fence, area })
          change({ edit: 'new', area: undefined })
        }}
      />
    )
  }
  if (edit !== undefined && !edited.error) return <Spin size="large" className="tw-centred" />
  return <FenceBrowser url={url} />
}

/** The list, the map and the details of one. */
function FenceBrowser({ url }: { url: FencesUrlState }) {
  const { t } = useTranslation()
  const change = useUrlChange<FencesUrlState>()
  const [isImporting, setImporting] = useState(false)
  const [fits, setFits] = useState(0)
  const { areas } = useFenceAreas(url)
  const chosen = useFence(url.chosen)
  const choose = (fenceId: number | null) => change({ chosen: fenceId ?? undefined })
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => change({ edit: 'new' })}>
      {t('fences.add')}
    </Button>
  )
  return (
    <>
      <AreaScreen
        title={t('fences.title')}
        isEditing={false}
        onFit={() => setFits(fits + 1)}
        actions={
          <>
            <ActionButton icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('map.areas.import.open')}
            </ActionButton>
            <ExportMenu
              onExport={(format) =>
                api(fenceCalls.export, { format, filter: filterOf(fenceList, url as never) })
              }
            />
            {addButton}
          </>
        }
        list={<FenceRows chosen={url.chosen ?? null} onChoose={choose} addButton={addButton} />}
        layers={
          <>
            <AreasLayer areas={areas} chosen={url.chosen ?? null} onChoose={choose} />
            <FitAreas areas={areas} fits={fits} isHeld={url.chosen !== undefined} />
            {chosen.data && (
              <>
                <FitArea key={chosen.data.fenceId} area={chosen.data.area} chosen={chosen.data.fenceId} />
                <FenceVehicles fenceId={chosen.data.fenceId} />
              </>
            )}
          </>
        }
        panel={
          url.chosen === undefined ? null : chosen.data ? (
            <FenceDetails key={chosen.data.fenceId} fence={chosen.data} onClose={() => choose(null)} />
          ) : chosen.error ? (
            <EmptyState
              title={t('fences.gone')}
              action={<Button onClick={() => choose(null)}>{t('ui.layout.close')}</Button>}
            />
          ) : (
            <Spin className="tw-centred" />
          )
        }
      />
      {isImporting && <FenceImport onClose={() => setImporting(false)} />}
    </>
  )
}

/** A thousand outlines may take their time. */
const timeoutMs = 120_000

/** Fences from a file. */
function FenceImport({ onClose }: { onClose: () => void }) {
  const { t, format } = useTexts()
  const { message } = App.useApp()
  const [userId, setUserId] = useState<number | undefined>()
  const [terminalIDs, setTerminalIDs] = useState<string[]>([])
  return (
    <ImportAreas
      hasLines
      canRename
      title={t('fences.import')}
      addLabel={(count) => t('fences.addMany', { count, shown: format.number(count) })}
      check={(file) => api(fenceCalls.importCheck, file, { timeoutMs })}
      add={async (file, rows) => {
        const owner = userId === undefined ? {} : { userId }
        const input = { ...file, ...owner, terminalIDs, rows }
        const { fenceIds, failed } = await api(fenceCalls.import, input, { timeoutMs })
        message.success(t('map.areas.import.added', { count: fenceIds.length }))
        await reread(...fenceQueries)
        return { added: fenceIds.length, failed }
      }}
      onClose={onClose}
    >
      <AccountPicker isExact label={t('fences.userId')} value={userId} onChange={setUserId} />
      <Field label={t('fences.assign')}>
        {() => <VehiclePicker isNone userId={userId} value={terminalIDs} onChange={setTerminalIDs} />}
      </Field>
    </ImportAreas>
  )
}
