import { useIsPhone } from '../../../base/use-is-phone.ts'

export type Padding = [top: number, right: number, bottom: number, left: number]

const wide: Padding = [88, 72, 48, 72]
const phone: Padding = [80, 68, 44, 36]

/** What pins, legend, buttons and scale need around what the map shows, px. */
export function useMapPadding(): Padding {
  return useIsPhone() ? phone : wide
}
