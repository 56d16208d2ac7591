import type { FenceArea, Shape } from './area.ts'
import { circleShape } from './circle-shape.ts'
import { corridorShape } from './corridor-shape.ts'
import { polygonShape } from './polygon-shape.ts'
import { rectangleShape } from './rectangle-shape.ts'

/** @param area one that `faultOf` finds nothing wrong with */
export function shapeOf(area: FenceArea): Shape {
  switch (area.shape) {
    case 'circle':
      return circleShape(area)
    case 'rectangle':
      return rectangleShape(area)
    case 'polygon':
      return polygonShape(area)
    case 'corridor':
      return corridorShape(area)
  }
}
