import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bd09, gcj02, type LonLat } from '../../geo/datum.ts'
import { distanceM } from '../../geo/distance.ts'

test.each([
  { map: 'GCJ-02', datum: gcj02 },
  { map: 'BD-09', datum: bd09 },
])(
  'a corner drawn on a $map map and stored in WGS-84 is shown within 1 m of where it was drawn',
  ({ datum }) => {
    const inChina = fc.tuple(
      fc.double({ min: 98, max: 120, noNaN: true }),
      fc.double({ min: 25, max: 40, noNaN: true }),
    )
    fc.assert(
      fc.property(inChina, (drawn: LonLat) => {
        const shown = datum.fromWgs84(...datum.toWgs84(...drawn))
        expect(distanceM(drawn[1], drawn[0], shown[1], shown[0])).toBeLessThan(1)
      }),
    )
  },
)
