import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import type { InputOf } from '@trackway/core/api/call.ts'
import { type RiskPoint, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { AreaEditorScreen } from '../../map/area-screen/AreaEditorScreen.tsx'
import { useAreaEditor } from '../../map/drawing/use-area-editor.ts'
import { useFaultText } from '../../map/drawing/use-fault-text.ts'
import { useCallForm } from '../../ui/form/use-call-form.tsx'
import { useLeaveGuard } from '../../ui/form/use-leave-guard.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import type { ZoneUrlState } from '../zones/url-state.ts'
import type { ZoneEditorProps } from '../zones/ZoneScreen.tsx'
import { riskColour, riskPointQueries } from './use-risk-points.ts'

type Input = InputOf<typeof riskPointCalls.add>

const tools = ['circle', 'polygon', 'point'] as const

/** A risk point as it is drawn on the map and described in its form. Nothing is stored before it is saved. */
export function RiskPointEditor(props: ZoneEditorProps<RiskPoint>) {
  const { zone: point, copy, others, onLeave, onCopy } = props
  const { t } = useTranslation()
  const faultText = useFaultText(fenceAreaLimits)
  const first = point?.area ?? copy?.area ?? null
  const editor = useAreaEditor({ initial: first, tool: 'circle', limits: fenceAreaLimits })
  const isSaved = useRef(false)
  const isNew = point === null
  const pattern = point ?? copy?.zone
  // The tools draw no other shapes, and the contract's arrays are not read-only.
  const area = editor.area as Input['area'] | null
  const { formProps, body, isBusy, reason } = useCallForm({
    call: riskPointCalls.add,
    submitLabel: t('map.areas.save'),
    label: (name: string) => t([`riskPoints.${name}`, `map.areas.${name}`]),
    initial: {
      category: pattern?.category ?? 'other',
      minutes: pattern?.minutes ?? 30,
      note: pattern?.note ?? null,
      ...(pattern && { name: isNew ? t('map.areas.copyOf', { name: pattern.name }) : pattern.name }),
    },
    fields: [
      'name',
      { name: 'category', word: (category) => t(`reports.riskCategory.${category}`) },
      { name: 'minutes', unit: { name: t('riskPoints.minute') }, help: t('riskPoints.minutesHelp') },
      'note',
      ...(isNew
        ? [
            {
              name: 'userId' as const,
              control: <AccountPicker block isExact label={t('map.areas.userId')} />,
            },
          ]
        : []),
    ],
    prepare: (input) => ({ ...input, area: area! }),
    send: async (input) => {
      if (!point) return api(riskPointCalls.add, input)
      const { userId: _, area: drawn, ...fields } = input
      await api(riskPointCalls.update, { id: point.id, ...fields, ...(editor.isChanged && { area: drawn }) })
      return { id: point.id }
    },
    rereads: riskPointQueries,
    done: () => t('riskPoints.saved'),
    onDone: ({ id }) => {
      isSaved.current = true
      onLeave(id)
    },
  })
  const form = formProps.form!
  useLeaveGuard(
    () => !isSaved.current && (form.isFieldsTouched() || editor.isChanged),
    (search) => (search as ZoneUrlState).edit === (point?.id ?? 'new'),
  )
  const fault = area === null ? t('map.areas.drawFirst') : editor.fault && faultText(editor.fault)
  return (
    <AreaEditorScreen
      editor={editor}
      tools={tools}
      texts="riskPoints"
      heading={isNew ? t('riskPoints.add') : t('riskPoints.editTitle', { name: point.name })}
      colour={riskColour}
      others={others}
      form={formProps}
      isBusy={isBusy}
      reason={reason ?? fault}
      onLeave={() => onLeave()}
      onCopy={onCopy}
    >
      {body}
    </AreaEditorScreen>
  )
}
