import { Button, Form, type FormProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { AreasLayer, type NamedArea } from '../drawing/AreasLayer.tsx'
import type { DrawTool } from '../drawing/DrawArea.tsx'
import { EditArea } from '../drawing/EditArea.tsx'
import { EditSteps } from '../drawing/EditSteps.tsx'
import { FitArea } from '../drawing/FitArea.tsx'
import { ShapeTools } from '../drawing/ShapeTools.tsx'
import type { AreaEditor } from '../drawing/use-area-editor.ts'
import { hasSavedView } from '../view/camera.ts'
import { AreaScreen } from './AreaScreen.tsx'
import { FitAreas } from './FitAreas.tsx'
import { SidePanel } from './SidePanel.tsx'

interface AreaEditorScreenProps {
  editor: AreaEditor
  tools: readonly DrawTool[]
  /** Its texts are `<texts>.title` and `.form`. */
  texts: string
  /** What is edited. */
  heading: string
  colour?: string | undefined
  /** What else is on the map. */
  others: readonly NamedArea[]
  form: FormProps
  isBusy: boolean
  /** Why it cannot be saved; null: it can. */
  reason: string | null
  onLeave: () => void
  /** The shape was drawn away with Alt held. */
  onCopy?: ((area: NamedArea['area']) => void) | undefined
  /** The fields, and what follows them. */
  children: ReactNode
}

/** An area that is drawn on the map and described in a form beside it. */
export function AreaEditorScreen(props: AreaEditorScreenProps) {
  const { editor, texts, reason, onLeave } = props
  const { t } = useTranslation()
  // By its address alone a new one begins where the others are, not with the whole country.
  const [isPlaced] = useState(() => editor.area !== null || hasSavedView())
  return (
    <AreaScreen
      isEditing
      title={t(`${texts}.title`)}
      actions={null}
      list={null}
      layers={
        <>
          <FitAreas areas={props.others} fits={0} isHeld={isPlaced} />
          <FitArea area={editor.area} chosen={editor.placed} />
          <EditArea editor={editor} colour={props.colour} onCancel={onLeave} onCopy={props.onCopy} />
          <AreasLayer areas={props.others} snapFor={editor.tool} />
        </>
      }
      panel={
        <Form {...props.form} className="tw-column tw-fill">
          <SidePanel
            label={t(`${texts}.form`)}
            title={props.heading}
            onClose={onLeave}
            footer={
              <>
                <Button onClick={onLeave}>{t('ui.form.cancel')}</Button>
                <ActionButton reason={reason} block type="primary" htmlType="submit" loading={props.isBusy}>
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
            {props.children}
          </SidePanel>
        </Form>
      }
    />
  )
}
