import { type CarIconState, carIconStates } from '@trackway/core/codes/states.ts'

/**
 * How a state looks on a map. The colours keep apart for colour-blind eyes and on light, dark and satellite
 * maps, because every mark has a white or dark rim; the shape shows the same a second time.
 */
export interface StateLook {
  light: string
  dark: string
  shape: 'arrow' | 'square' | 'ring' | 'dot' | 'diamond'
}

export const stateCount = Object.keys(carIconStates).length

export const stateLooks: Record<CarIconState, StateLook> = {
  [carIconStates.unknown]: { light: '#c27406', dark: '#eaa93f', shape: 'ring' },
  [carIconStates.moving]: { light: '#14924b', dark: '#3fc877', shape: 'arrow' },
  [carIconStates.fast]: { light: '#e07a00', dark: '#ff9d3b', shape: 'arrow' },
  [carIconStates.overspeed]: { light: '#d0312d', dark: '#ff6b64', shape: 'arrow' },
  [carIconStates.stop]: { light: '#2463d8', dark: '#6d9ff8', shape: 'square' },
  [carIconStates.offline]: { light: '#5e6d76', dark: '#8fa0a8', shape: 'dot' },
  [carIconStates.expired]: { light: '#6f4aa6', dark: '#b294e3', shape: 'diamond' },
}

export function stateColour(state: CarIconState, isDark: boolean): string {
  return stateLooks[state][isDark ? 'dark' : 'light']
}

/** What is painted later lies on top: alarms and movement above what has gone quiet. */
export const paintRank: Record<CarIconState, number> = {
  [carIconStates.offline]: 0,
  [carIconStates.expired]: 0,
  [carIconStates.unknown]: 1,
  [carIconStates.stop]: 2,
  [carIconStates.moving]: 3,
  [carIconStates.fast]: 4,
  [carIconStates.overspeed]: 5,
}
