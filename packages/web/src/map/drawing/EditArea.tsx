import type { FenceArea } from '@trackway/core/geo/area.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { isTyping } from '../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../ui/keys/use-page-event.ts'
import noticeStyles from '../view/MapNotices.module.css'
import { AreaLayer } from './AreaLayer.tsx'
import { DrawArea } from './DrawArea.tsx'
import { sizeText } from './measure.ts'
import type { AreaEditor } from './use-area-editor.ts'
import { useFaultText } from './use-fault-text.ts'

interface EditAreaProps {
  editor: AreaEditor
  /** `#rrggbb`; left out: the accent colour. */
  colour?: string | undefined
  /** Esc while nothing is drawn. */
  onCancel: () => void
  /** A copy was drawn away with Alt held; without it Alt moves the area. */
  onCopy?: ((area: FenceArea) => void) | undefined
}

/** An area on the map as it is drawn and changed, and what one does next. */
export function EditArea({ editor, colour, onCancel, onCopy }: EditAreaProps) {
  const { area, tool, limits, widthM } = editor
  const bounds = { minM: limits.radiusMinM, maxM: limits.radiusMaxM }
  useEditKeys(editor, onCancel)
  return (
    <>
      {area && (
        <AreaLayer
          area={area}
          bounds={bounds}
          maxCorners={limits.corners}
          colour={colour}
          isFaulty={editor.fault !== null}
          corner={editor.corner}
          onCorner={editor.setCorner}
          onDraft={editor.setDraft}
          onChange={tool ? undefined : editor.set}
          onCopy={onCopy ?? editor.set}
        />
      )}
      {tool && (
        <DrawArea
          tool={tool}
          bounds={bounds}
          radiusM={Math.max(bounds.minM, Math.min(bounds.maxM, editor.radiusM))}
          widthM={Math.max(limits.widthMinM ?? 0, Math.min(limits.widthMaxM ?? 0, widthM))}
          maxCorners={limits.corners}
          onDraft={editor.setDraft}
          onDrawn={(drawn) => {
            editor.setTool(null)
            editor.set(drawn)
          }}
          onCancel={() => editor.setTool(null)}
        />
      )}
      <EditHint editor={editor} />
    </>
  )
}

/** Text key of the help on changing each shape. */
const changeHints = {
  circle: 'editCircle',
  rectangle: 'editRectangle',
  polygon: 'editCorners',
  corridor: 'editCorners',
} as const

/** Why it cannot be stored, how large it is, and what the next click does. */
function EditHint({ editor }: { editor: AreaEditor }) {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const faultText = useFaultText(editor.limits)
  const { shown, tool, fault } = editor
  const part = tool ? tool : shown && !isPhone ? changeHints[shown.shape] : null
  const hint = part && t(`map.areas.hint.${part}`)
  const keys = isPhone || part === null ? null : t(tool ? 'map.areas.hint.keys' : 'map.areas.hint.editKeys')
  if (!shown && !hint) return null
  return (
    <p
      className={`${noticeStyles.notice} tw-plate`}
      data-calm={fault === null}
      data-fault={fault !== null}
      role="status"
    >
      {shown && !fault && <b className="tw-number">{sizeText(shown, format, t)}</b>}
      <span>{fault ? faultText(fault) : [hint, keys].filter(Boolean).join(' ')}</span>
    </p>
  )
}

/** Ctrl+Z undoes, Ctrl+Shift+Z does it again, Backspace takes a corner away, Esc leaves. */
function useEditKeys(editor: AreaEditor, onCancel: () => void): void {
  usePageEvent('keydown', (event) => {
    const { target, key, shiftKey } = event
    if (event.defaultPrevented || isTyping(target)) return
    if (target instanceof HTMLElement && target.closest('[role="dialog"]')) return
    const withCommand = event.ctrlKey || event.metaKey
    const letter = key.toLowerCase()
    if (withCommand && letter === 'z') (shiftKey ? editor.redo : editor.undo)?.()
    else if (withCommand && letter === 'y') editor.redo?.()
    else if ((key === 'Backspace' || key === 'Delete') && !withCommand) editor.takeCorner?.()
    else if (key === 'Escape') onCancel()
    else return
    event.preventDefault()
  })
}
