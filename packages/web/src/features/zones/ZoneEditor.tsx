import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import type { Call, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { Button, Form } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaScreen } from '../../map/area-screen/AreaScreen.tsx'
import { FitAreas } from '../../map/area-screen/FitAreas.tsx'
import { SidePanel } from '../../map/area-screen/SidePanel.tsx'
import { AreasLayer, type NamedArea } from '../../map/drawing/AreasLayer.tsx'
import type { DrawTool } from '../../map/drawing/DrawArea.tsx'
import { EditArea } from '../../map/drawing/EditArea.tsx'
import { EditSteps } from '../../map/drawing/EditSteps.tsx'
import { FitArea } from '../../map/drawing/FitArea.tsx'
import { ShapeTools } from '../../map/drawing/ShapeTools.tsx'
import { useAreaEditor } from '../../map/drawing/use-area-editor.ts'
import { useFaultText } from '../../map/drawing/use-fault-text.ts'
import { hasSavedView } from '../../map/view/camera.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { type CallFormProps, useCallForm } from '../../ui/form/use-call-form.tsx'
import { useLeaveGuard } from '../../ui/form/use-leave-guard.ts'
import type { ZoneUrlState } from './url-state.ts'

type AddCall = Call & { input: { _zod: { input: { name: string; area: unknown } } } }

interface ZoneEditorProps<C extends AddCall> {
  /** Its texts are `<texts>.title`, `.add`, `.editTitle`, `.form`, `.saved` and those of its fields. */
  texts: string
  /** The one that is changed; null: a new one. */
  zone: { id: number; name: string } | null
  area: FenceArea | null
  tools: readonly DrawTool[]
  colour?: string
  /** What else is on the map. */
  others: readonly NamedArea[]
  form: Pick<CallFormProps<C>, 'call' | 'fields' | 'initial' | 'prepare' | 'rereads'>
  /** Stores what was entered; without an area where that was not drawn anew. */
  save: (input: InputOf<C>, isDrawn: boolean) => Promise<OutputOf<C>>
  idOf: (output: OutputOf<C>) => number
  /** Something beside the form was changed. */
  isTouched?: () => boolean
  onLeave: (id?: number) => void
  /** The shape was drawn away with Alt held. */
  onCopy?: ((area: FenceArea) => void) | undefined
  /** Follows the fields. @param fault why the area cannot be stored */
  children?: (area: InputOf<C>['area'] | null, fault: string | null) => ReactNode
}

/** A zone as it is drawn on the map and described in its form. Nothing is stored before it is saved. */
export function ZoneEditor<C extends AddCall>(props: ZoneEditorProps<C>) {
  const { texts, zone, others, onLeave } = props
  const { t } = useTranslation()
  const faultText = useFaultText(fenceAreaLimits)
  const editor = useAreaEditor({ initial: props.area, tool: 'circle', limits: fenceAreaLimits })
  const isSaved = useRef(false)
  // By its address alone a new one begins where the others are, not with the whole country.
  const [isPlaced] = useState(() => editor.area !== null || hasSavedView())
  // The tools draw no other shapes, and the contract's arrays are not read-only.
  const area = editor.area as InputOf<C>['area'] | null
  const { formProps, body, isBusy, reason } = useCallForm<C, never>({
    ...props.form,
    submitLabel: t('map.areas.save'),
    label: (name: string) => t([`${texts}.${name}`, `map.areas.${name}`]),
    prepare: (input) => ({ ...(props.form.prepare?.(input) ?? input), area }),
    send: (input) => props.save(input, editor.isChanged),
    done: () => t(`${texts}.saved`),
    onDone: (output) => {
      isSaved.current = true
      onLeave(props.idOf(output))
    },
  })
  const form = formProps.form!
  const colour = Form.useWatch<string | undefined>('colour', form) ?? props.colour
  useLeaveGuard(
    () => !isSaved.current && (form.isFieldsTouched() || editor.isChanged || props.isTouched?.() === true),
    (search) => (search as ZoneUrlState).edit === (zone?.id ?? 'new'),
  )
  const fault = area === null ? t('map.areas.drawFirst') : editor.fault && faultText(editor.fault)
  const leave = () => onLeave()
  return (
    <AreaScreen
      isEditing
      title={t(`${texts}.title`)}
      actions={null}
      list={null}
      layers={
        <>
          <FitAreas areas={others} fits={0} isHeld={isPlaced} />
          <FitArea area={editor.area} chosen={editor.placed} />
          <EditArea
            editor={editor}
            colour={/^#[0-9a-f]{6}$/i.test(colour ?? '') ? colour : undefined}
            onCancel={leave}
            onCopy={props.onCopy}
          />
          <AreasLayer areas={others} snapFor={editor.tool} />
        </>
      }
      panel={
        <Form {...formProps} className="tw-column tw-fill">
          <SidePanel
            label={t(`${texts}.form`)}
            title={zone ? t(`${texts}.editTitle`, { name: zone.name }) : t(`${texts}.add`)}
            onClose={leave}
            footer={
              <>
                <Button onClick={leave}>{t('ui.form.cancel')}</Button>
                <ActionButton
                  reason={reason ?? fault}
                  block
                  type="primary"
                  htmlType="submit"
                  loading={isBusy}
                >
                  {t('map.areas.save')}
                </ActionButton>
              </>
            }
          >
            <ShapeTools
              label={t('map.areas.area')}
              tools={props.tools}
              area={editor.shown}
              fault={editor.fault}
              tool={editor.tool}
              limits={editor.limits}
              radiusM={editor.shown?.shape === 'circle' ? editor.shown.radiusM : editor.radiusM}
              widthM={editor.widthM}
              onTool={editor.setTool}
              onArea={editor.place}
              onClear={() => editor.set(null)}
              onRadius={editor.setRadius}
              onWidth={editor.setWidth}
            >
              <EditSteps editor={editor} />
            </ShapeTools>
            {body}
            {props.children?.(area, fault)}
          </SidePanel>
        </Form>
      }
    />
  )
}
