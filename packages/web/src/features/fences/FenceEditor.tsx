import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import type { InputOf } from '@trackway/core/api/call.ts'
import { fenceCalls, fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { Form } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { AreaEditorScreen } from '../../map/area-screen/AreaEditorScreen.tsx'
import type { NamedArea } from '../../map/drawing/AreasLayer.tsx'
import { useAreaEditor } from '../../map/drawing/use-area-editor.ts'
import { useFaultText } from '../../map/drawing/use-fault-text.ts'
import { useCallForm } from '../../ui/form/use-call-form.tsx'
import { useLeaveGuard } from '../../ui/form/use-leave-guard.ts'
import { Assignees, type Assignment } from './form/Assignees.tsx'
import { DryRun } from './form/DryRun.tsx'
import { fenceFields } from './form/fence-fields.tsx'
import type { FencesUrlState } from './url-state.ts'
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

const tools = ['circle', 'rectangle', 'polygon', 'corridor', 'point'] as const

/** A fence as it is drawn on the map and described in its form. Nothing is stored before it is saved. */
export function FenceEditor({ fence, pattern, area, assigned, others, onLeave, onCopy }: FenceEditorProps) {
  const { t } = useTranslation()
  const faultText = useFaultText(fenceAreaLimits)
  const editor = useAreaEditor({ initial: area, tool: 'circle', limits: fenceAreaLimits })
  const first: Assignment = {
    terminalIDs: assigned ?? [],
    userIds: (fence?.accounts ?? []).map(({ userId }) => userId),
  }
  const [assignment, setAssignment] = useState(first)
  const firstAssignment = useRef(first)
  const isSaved = useRef(false)

  const save = async (input: Input) => {
    if (!fence) return api(fenceCalls.add, input)
    const { terminalIDs: _, userIds: __, userId: ___, area: drawn, ...fields } = input
    const { fenceId } = fence
    await api(fenceCalls.update, { fenceId, ...fields, ...(editor.isChanged && { area: drawn }) })
    const before = firstAssignment.current
    const added = difference(assignment, before)
    const taken = difference(before, assignment)
    if (added) await api(fenceCalls.assign, { fenceId, ...added })
    if (taken) await api(fenceCalls.unassign, { fenceId, ...taken })
    return { fenceId }
  }
  const isNew = fence === null
  // The contract's arrays are not read-only.
  const drawnArea = editor.area as Input['area'] | null
  const { formProps, body, isBusy, reason } = useCallForm({
    call: fenceCalls.add,
    submitLabel: t('map.areas.save'),
    label: (name: string) => t([`fences.${name}`, `map.areas.${name}`]),
    initial: {
      ...fenceDefaults,
      ...(pattern && formOf(pattern)),
      ...(pattern && isNew && { name: t('map.areas.copyOf', { name: pattern.name }) }),
    },
    fields: fenceFields(t, fence),
    prepare: (input) => ({
      ...input,
      area: drawnArea!,
      tags: input.tags ?? [],
      dwellS: input.dwellS ?? 0,
      ...(isNew && filled(assignment)),
    }),
    send: save,
    rereads: fenceQueries,
    done: () => t('fences.saved'),
    onDone: ({ fenceId }) => {
      isSaved.current = true
      onLeave(fenceId)
    },
  })
  const form = formProps.form!
  const colour = Form.useWatch('colour', form) as string | undefined
  const ownerId = Form.useWatch('userId', form) as number | undefined
  const isDirty = () =>
    !isSaved.current && (form.isFieldsTouched() || editor.isChanged || assignment !== firstAssignment.current)
  useLeaveGuard(isDirty, (search) => (search as FencesUrlState).edit === (fence?.fenceId ?? 'new'))

  const fault = editor.area === null ? t('map.areas.drawFirst') : editor.fault && faultText(editor.fault)
  const nobody = assignment.terminalIDs.length + assignment.userIds.length === 0 && isNew
  return (
    <AreaEditorScreen
      editor={editor}
      tools={tools}
      texts="fences"
      heading={isNew ? t('fences.addTitle') : t('fences.editTitle', { name: fence.name })}
      colour={/^#[0-9a-f]{6}$/i.test(colour ?? '') ? colour : undefined}
      others={others}
      form={formProps}
      isBusy={isBusy}
      reason={reason ?? fault}
      onLeave={() => onLeave()}
      onCopy={onCopy}
    >
      {body}
      <Assignees
        userId={fence?.userId ?? ownerId}
        value={assignment}
        onChange={setAssignment}
        more={assigned === null ? (fence?.assignedDevices ?? 0) : 0}
      />
      <DryRun
        reason={fault ?? (nobody ? t('fences.dry.nobody') : null)}
        ask={() => dryRunOf(form.getFieldsValue() as Partial<Input>, drawnArea, assignment, fence)}
      />
    </AreaEditorScreen>
  )
}

/** What the form holds of a fence. */
function formOf(fence: FenceDetail): Partial<Input> {
  const { name, colour, tags, state, alarmOn, schedule, dwellS, confirmPoints, confirmS } = fence
  const { allowLbs, speedLimitKmh, mustBeInside, ruleIds } = fence
  return {
    name,
    colour,
    tags,
    state,
    alarmOn,
    schedule,
    dwellS,
    confirmPoints,
    confirmS,
    allowLbs,
    speedLimitKmh,
    mustBeInside,
    ruleIds,
  }
}

/** The fence as it stands in the form, to be tried on past drives; null: nothing is drawn yet. */
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
  return terminalIDs.length + userIds.length === 0 ? null : filled({ terminalIDs, userIds })
}

/** As calls take it: lists that are empty are left out. */
function filled({ terminalIDs, userIds }: Assignment) {
  return {
    ...(terminalIDs.length > 0 && { terminalIDs: [...terminalIDs] }),
    ...(userIds.length > 0 && { userIds: [...userIds] }),
  }
}
