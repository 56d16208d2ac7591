import { useTexts } from '../../base/use-texts.ts'
import type { AreaLimits } from './area-text.ts'
import type { EditFault } from './use-area-editor.ts'

/** The text of why an area cannot be stored, and what to do. */
export function useFaultText(limits: AreaLimits): (fault: EditFault) => string {
  const { t, format } = useTexts()
  const { radiusMinM, radiusMaxM, widthMinM = 0, widthMaxM = 0 } = limits
  return (fault) => {
    const [least, most] = fault === 'width' ? [widthMinM, widthMaxM] : [radiusMinM, radiusMaxM]
    return t(`map.areas.fault.${fault}`, { least: format.distance(least), most: format.distance(most) })
  }
}
