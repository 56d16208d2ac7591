import type { FenceArea } from '@trackway/core/geo/area.ts'
import { type AreaFault, faultOf } from '@trackway/core/geo/area-faults.ts'
import { useState } from 'react'
import { useUndo } from '../../ui/use-undo.ts'
import { removeCorner } from './area-handles.ts'
import type { AreaLimits } from './area-text.ts'
import type { DrawTool } from './DrawArea.tsx'

/** Why an area cannot be stored: its shape, or a size beyond its bounds. */
export type EditFault = AreaFault | 'radius' | 'width'

/** An area that is being drawn and changed, step by step; nothing of it is stored. */
export interface AreaEditor {
  area: FenceArea | null
  /** What one sees: while something is drawn or dragged that, else the area. */
  shown: FenceArea | null
  /** Why what one sees cannot be stored. */
  fault: EditFault | null
  tool: DrawTool | null
  /** Of the next circle, or corridor, that is drawn. */
  radiusM: number
  widthM: number
  /** The corner chosen, by its place in the order. */
  corner: number | null
  limits: AreaLimits
  isChanged: boolean
  undo: (() => void) | null
  redo: (() => void) | null
  /** Takes the corner away that is chosen, or the last one; null where none can go. */
  takeCorner: (() => void) | null
  set: (area: FenceArea | null) => void
  /** The same with an area that need not lie where one looks. */
  place: (area: FenceArea) => void
  /** How often one was placed so. */
  placed: number
  setDraft: (area: FenceArea | null) => void
  setTool: (tool: DrawTool | null) => void
  setRadius: (metres: number) => void
  setWidth: (metres: number) => void
  setCorner: (index: number | null) => void
}

interface AreaEditorOptions {
  initial: FenceArea | null
  /** What it begins with while there is no area. */
  tool: DrawTool
  limits: AreaLimits
}

const usual = { radiusM: 500, widthM: 200 }

/** Keeps an area while it is drawn and changed. */
export function useAreaEditor({ initial, tool: firstTool, limits }: AreaEditorOptions): AreaEditor {
  const { value: area, set: setStep, undo, redo, isChanged } = useUndo(initial)
  const [draft, setDraft] = useState<FenceArea | null>(null)
  const [tool, setTool] = useState<DrawTool | null>(initial ? null : firstTool)
  const [corner, setCorner] = useState<number | null>(null)
  const [sizes, setSizes] = useState(usual)
  const [placed, setPlaced] = useState(0)
  const shown = draft ?? area
  const set = (next: FenceArea | null) => {
    setCorner(null)
    setStep(next)
  }
  const leave = (step: (() => void) | null) =>
    step &&
    (() => {
      setCorner(null)
      step()
    })
  const count =
    area?.shape === 'polygon' ? area.corners.length : area?.shape === 'corridor' ? area.line.length : 0
  const less = area && removeCorner(area, corner ?? count - 1)

  return {
    area,
    shown,
    tool,
    corner,
    limits,
    isChanged,
    set,
    setDraft,
    setTool,
    setCorner,
    placed,
    place: (area) => {
      set(area)
      setPlaced(placed + 1)
    },
    fault: shown && editFault(shown, limits),
    radiusM: area?.shape === 'circle' ? area.radiusM : sizes.radiusM,
    widthM: area?.shape === 'corridor' ? area.widthM : sizes.widthM,
    undo: leave(undo),
    redo: leave(redo),
    takeCorner: less && (() => set(less)),
    setRadius: (radiusM) => {
      setSizes((now) => ({ ...now, radiusM }))
      if (area?.shape === 'circle') set({ ...area, radiusM })
    },
    setWidth: (widthM) => {
      setSizes((now) => ({ ...now, widthM }))
      if (area?.shape === 'corridor') set({ ...area, widthM })
    },
  }
}

/** What is wrong with an area, its sizes among it; null: nothing. */
export function editFault(area: FenceArea, limits: AreaLimits): EditFault | null {
  const { radiusMinM, radiusMaxM, widthMinM = 0, widthMaxM = 0 } = limits
  if (area.shape === 'circle' && (area.radiusM < radiusMinM || area.radiusM > radiusMaxM)) return 'radius'
  if (area.shape === 'corridor' && (area.widthM < widthMinM || area.widthM > widthMaxM)) return 'width'
  return faultOf(area)
}
