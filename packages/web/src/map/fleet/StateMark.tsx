import type { CarIconState } from '@trackway/core/codes/states.ts'
import { useIsDark } from '../../base/theme/theme.ts'
import { stateColour, stateLooks } from './state-colours.ts'

interface StateMarkProps {
  state: CarIconState
  /** Only what moves shows it. */
  headingDeg?: number | null
  sizePx?: number
}

/** The mark of a state as on the map, for lists and cards: colour and shape. Its name is beside it. */
export function StateMark({ state, headingDeg = 0, sizePx = 18 }: StateMarkProps) {
  const colour = stateColour(state, useIsDark())
  const { shape } = stateLooks[state]
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {shape === 'arrow' && (
        <path
          d="M10 1.5 16.5 17.5 10 14 3.5 17.5z"
          fill={colour}
          transform={`rotate(${headingDeg ?? 0} 10 10)`}
        />
      )}
      {shape === 'square' && <rect x="4" y="4" width="12" height="12" rx="3" fill={colour} />}
      {shape === 'diamond' && <path d="M10 2.5 17.5 10 10 17.5 2.5 10z" fill={colour} />}
      {shape === 'dot' && <circle cx="10" cy="10" r="5.5" fill={colour} />}
      {shape === 'ring' && <circle cx="10" cy="10" r="5.5" fill="none" stroke={colour} strokeWidth="3" />}
    </svg>
  )
}
