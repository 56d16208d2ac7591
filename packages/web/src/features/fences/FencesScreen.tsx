import { getRouteApi } from '@tanstack/react-router'
import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import { fenceCalls, fenceList } from '@trackway/core/features/fences/calls.ts'
import { Spin, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { ImportAreas } from '../../map/area-screen/ImportAreas.tsx'
import { areaOfText } from '../../map/drawing/area-text.ts'
import { Field } from '../../ui/form/Field.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { type ZoneEditorProps, ZoneScreen } from '../zones/ZoneScreen.tsx'
import { FenceDetails } from './FenceDetails.tsx'
import { FenceEditor } from './FenceEditor.tsx'
import { FenceSwitch } from './FenceSwitch.tsx'
import { FenceVehicles } from './map/FenceVehicles.tsx'
import type { FencesUrlState } from './url-state.ts'
import { type FenceDetail, fenceQueries, useAssignedDevices, useFence, useFenceAreas } from './use-fences.ts'

const route = getRouteApi('/index/fence')

/** All fences, the map with them, and the one that is chosen or edited. */
export function FencesScreen() {
  const { t } = useTranslation()
  const url = route.useSearch()
  const areas = useFenceAreas(url)
  const change = useUrlChange<FencesUrlState>()
  const showTag = (tags: string | undefined) => change({ tags, pageNum: undefined })
  return (
    <ZoneScreen
      list={fenceList}
      texts="fences"
      url={url}
      areas={areas}
      useZone={useFence}
      colourOf={({ colour }) => colour}
      rows={{
        tools: url.tags !== undefined && (
          <Tag closable style={{ alignSelf: 'center' }} onClose={() => showTag(undefined)}>
            {url.tags}
          </Tag>
        ),
        cells: {
          alarmOn: ({ alarmOn }) => t(`fences.mode.${alarmOn}`),
          state: (fence) => <FenceSwitch fence={fence} />,
          tags: ({ tags }) =>
            tags.length === 0
              ? '–'
              : tags.map((tag) => (
                  <button key={tag} type="button" onClick={() => showTag(tag)}>
                    <Tag>{tag}</Tag>
                  </button>
                )),
        },
        bulkFields: {
          assignVehicles: [
            {
              name: 'terminalIDs',
              label: t('fences.assign'),
              control: <VehiclePicker block isNone userId={undefined} />,
            },
          ],
        },
      }}
      exportFile={({ ids, ...input }) => api(fenceCalls.export, { ...input, ...(ids && { fenceIds: ids }) })}
      editor={(props) => <EditorOf key={props.copy ? 'copy' : url.edit} {...props} url={url} />}
      details={(fence, onClose) => <FenceDetails key={fence.fenceId} fence={fence} onClose={onClose} />}
      importer={(onClose) => <FenceImport onClose={onClose} />}
      layer={(fenceId) => <FenceVehicles fenceId={fenceId} />}
    />
  )
}

/** The form of a fence, once it is known to which devices that is assigned. */
function EditorOf({ zone, copy, url, ...props }: ZoneEditorProps<FenceDetail> & { url: FencesUrlState }) {
  const assigned = useAssignedDevices(zone?.fenceId)
  const drawn = url.area ? areaOfText(url.area, fenceAreaLimits) : null
  if (zone && assigned.data === undefined) return <Spin size="large" className="tw-centred" />
  return (
    <FenceEditor
      {...props}
      key={url.area}
      fence={zone}
      pattern={zone ?? copy?.zone ?? null}
      area={zone?.area ?? copy?.area ?? drawn}
      assigned={zone ? assigned.data! : url.forDevice ? [url.forDevice] : []}
    />
  )
}

/** Fences from a file. */
function FenceImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [userId, setUserId] = useState<number | undefined>()
  const [terminalIDs, setTerminalIDs] = useState<string[]>([])
  return (
    <ImportAreas
      hasLines
      canRename
      texts="fences"
      check={(file, options) => api(fenceCalls.importCheck, file, options)}
      add={async (file, rows, options) => {
        const input = { ...file, userId, terminalIDs, rows }
        const { fenceIds, failed } = await api(fenceCalls.import, input, options)
        return { added: fenceIds.length, failed }
      }}
      rereads={fenceQueries}
      onClose={onClose}
    >
      <AccountPicker isExact label={t('map.areas.userId')} value={userId} onChange={setUserId} />
      <Field label={t('fences.assign')}>
        {() => <VehiclePicker isNone userId={userId} value={terminalIDs} onChange={setTerminalIDs} />}
      </Field>
    </ImportAreas>
  )
}
