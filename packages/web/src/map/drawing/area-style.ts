import Circle from 'ol/style/Circle'
import Fill from 'ol/style/Fill'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'

/** How areas look: the accent colour, or red where one can not be used. */
export interface AreaLook {
  isDark: boolean
  isFaulty: boolean
}

function colourOf({ isDark, isFaulty }: AreaLook): string {
  if (isFaulty) return isDark ? '242,113,108' : '208,49,45'
  return isDark ? '106,205,213' : '11,110,120'
}

export function areaStyle(look: AreaLook): Style {
  const colour = colourOf(look)
  return new Style({
    stroke: new Stroke({ color: `rgb(${colour})`, width: 2 }),
    fill: new Fill({ color: `rgba(${colour},.14)` }),
    image: handleImage(look, 5),
  })
}

export function handleStyle(look: AreaLook): Style {
  return new Style({ image: handleImage(look, 7) })
}

function handleImage(look: AreaLook, radius: number): Circle {
  return new Circle({
    radius,
    fill: new Fill({ color: look.isDark ? '#10222b' : '#fff' }),
    stroke: new Stroke({ color: `rgb(${colourOf(look)})`, width: 2.5 }),
  })
}
