import type { InputOf } from '@trackway/core/api/call.ts'
import { fenceCalls, fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import type { NamedArea } from '../../map/drawing/AreasLayer.tsx'
import { ZoneEditor } from '../zones/ZoneEditor.tsx'
import { Assignees, type Assignment } from './form/Assignees.tsx'
import { DryRun } from './form/DryRun.tsx'
import { fenceFields } from './form/fence-fields.tsx'
import { type FenceDetail, fenceQueries } from './use-fences.ts'

type Input = InputOf<typeof fenceCalls.add>

interface FenceEditorProps {
  /** Null: a new one. */
  fence: FenceDetail | null
  /** What the form begins with; null: what a new one usually has. */
  pattern: FenceDetail | null
  area: FenceArea | null
  /** Devices that are assigned themselves; null: more than a form can hold. */
  assigned: readonly string[] | null
  /** What else is on the map. */
  others: readonly NamedArea[]
  onLeave: (fenceId?: number) => void
  /** The shape was drawn away with Alt held. */
  onCopy?: (area: FenceArea) => void
}

/** A fence with its rules, and the devices and accounts that it is assigned to. */
export function FenceEditor({ fence, pattern, assigned, ...props }: FenceEditorProps) {
  const { t } = useTranslation()
  const first: Assignment = {
    terminalIDs: assigned ?? [],
    userIds: (fence?.accounts ?? []).map(({ userId }) => userId),
    vehicleGroupIds: (fence?.groups ?? []).map(({ id }) => id),
  }
  const [assignment, setAssignment] = useState(first)
  const firstAssignment = useRef(first)
  const isNew = fence === null
  const nobody = isNew && Object.values(assignment).every((ids) => ids.length === 0)
  const { userId: _, ...values } = pattern ?? { userId: undefined }
  const save = async (input: Input, isDrawn: boolean) => {
    if (!fence) return api(fenceCalls.add, input)
    const { terminalIDs: _, userIds: __, userId: ___, area, ...fields } = input
    const { fenceId } = fence
    await api(fenceCalls.update, { fenceId, ...fields, ...(isDrawn && { area }) })
    const before = firstAssignment.current
    const added = difference(assignment, before)
    const taken = difference(before, assignment)
    if (added) await api(fenceCalls.assign, { fenceId, ...added })
    if (taken) await api(fenceCalls.unassign, { fenceId, ...taken })
    return { fenceId }
  }
  return (
    <ZoneEditor
      {...props}
      texts="fences"
      zone={fence && { id: fence.fenceId, name: fence.name }}
      tools={['circle', 'rectangle', 'polygon', 'corridor', 'point']}
      form={{
        call: fenceCalls.add,
        initial: {
          ...fenceDefaults,
          ...values,
          ...(pattern && isNew && { name: t('map.areas.copyOf', { name: pattern.name }) }),
        },
        fields: fenceFields(t, fence),
        prepare: (input) => ({
          ...input,
          tags: input.tags ?? [],
          dwellS: input.dwellS ?? 0,
          ...(isNew && filled(assignment)),
        }),
        rereads: fenceQueries,
      }}
      save={save}
      idOf={({ fenceId }) => fenceId}
      isTouched={() => assignment !== firstAssignment.current}
    >
      {(area, fault) => (
        <>
          <Assignees
            userId={fence?.userId}
            value={assignment}
            onChange={setAssignment}
            more={assigned === null ? (fence?.assignedDevices ?? 0) : 0}
          />
          <DryRun
            reason={fault ?? (nobody ? t('fences.dry.nobody') : null)}
            toRequest={(values) => dryRunOf(values, area, assignment, fence)}
          />
        </>
      )}
    </ZoneEditor>
  )
}

/** The fence as entered in the form, to be tried on past drives; null: nothing is drawn yet. */
function dryRunOf(
  values: Partial<Input>,
  drawnArea: Input['area'] | null,
  assignment: Assignment,
  fence: FenceDetail | null,
) {
  const { alarmOn, schedule = null, dwellS, confirmPoints = null, confirmS = null, allowLbs } = values
  if (!drawnArea) return null
  return {
    area: drawnArea,
    alarmOn,
    schedule,
    confirmPoints,
    confirmS,
    allowLbs,
    dwellS: dwellS ?? 0,
    ...filled(assignment),
    ...(fence && { fenceId: fence.fenceId }),
  }
}

/** What one of them has and the other has not; null: nothing. */
function difference(of: Assignment, without: Assignment) {
  const terminalIDs = of.terminalIDs.filter((id) => !without.terminalIDs.includes(id))
  const userIds = of.userIds.filter((id) => !without.userIds.includes(id))
  const vehicleGroupIds = of.vehicleGroupIds.filter((id) => !without.vehicleGroupIds.includes(id))
  const differing = filled({ terminalIDs, userIds, vehicleGroupIds })
  return Object.keys(differing).length === 0 ? null : differing
}

/** As calls take it: lists that are empty are left out. */
function filled({ terminalIDs, userIds, vehicleGroupIds }: Assignment) {
  return {
    ...(terminalIDs.length > 0 && { terminalIDs: [...terminalIDs] }),
    ...(userIds.length > 0 && { userIds: [...userIds] }),
    ...(vehicleGroupIds.length > 0 && { vehicleGroupIds: [...vehicleGroupIds] }),
  }
}
