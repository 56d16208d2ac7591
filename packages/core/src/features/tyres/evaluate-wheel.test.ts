import { expect, test } from 'vitest'
import { evaluateWheel, pressureAt20C, type WheelMemory, type WheelReading } from './evaluate-wheel.ts'
import { limitsOfWheels, tyreSettingDefaults, type WheelLimits } from './tyre-settings.ts'

const minute = 60_000
const limits: WheelLimits = {
  lowKpa: 700,
  highKpa: 900,
  temperatureHighC: 80,
  leakPercent: 10,
  leakMinutes: 30,
}

/** Readings a minute apart: which faults begin with each. */
function began(readings: readonly Omit<WheelReading, 'time'>[], of = limits): string[][] {
  let memory: WheelMemory | undefined
  return readings.map((reading, i) => {
    const verdict = evaluateWheel({ time: i * minute, ...reading }, of, memory)
    memory = verdict.memory
    return verdict.began.map(({ fault, source }) => `${fault} ${source}`)
  })
}
const pressures = (...values: number[]) => values.map((pressureKpa) => ({ pressureKpa }))

const cases: { what: string; readings: Omit<WheelReading, 'time'>[]; raised: string[][] }[] = [
  {
    what: 'a pressure that wavers at the limit is low once',
    readings: pressures(705, 699, 702, 698, 704, 699),
    raised: [[], ['pressureLow platform'], [], [], [], []],
  },
  {
    what: 'pumped up and low again is another time',
    readings: pressures(699, 760, 699),
    raised: [['pressureLow platform'], [], ['pressureLow platform']],
  },
  {
    what: 'a pressure that wavers at the upper limit is high once',
    readings: pressures(901, 899, 902, 895, 901),
    raised: [['pressureHigh platform'], [], [], [], []],
  },
  {
    what: 'too hot once, until it is five degrees cooler',
    readings: [81, 79, 81, 74, 81].map((temperatureC) => ({ temperatureC })),
    raised: [['temperatureHigh platform'], [], [], [], ['temperatureHigh platform']],
  },
  {
    what: 'a tenth lost within half an hour is a leak, told once',
    readings: pressures(800, 780, 760, 740, 718, 715),
    raised: [[], [], [], [], ['leak platform'], []],
  },
  {
    what: 'what the device says itself counts, and is its word',
    readings: [
      { pressureKpa: 800, state: 'leak' },
      { pressureKpa: 800 },
      { pressureKpa: 800, state: 'normal' },
    ],
    raised: [['leak device'], [], []],
  },
  {
    what: 'a value that is not said changes nothing',
    readings: [{ pressureKpa: 690 }, { temperatureC: 30 }, { pressureKpa: 695 }],
    raised: [['pressureLow platform'], [], []],
  },
]
test.each(cases)('$what', ({ readings, raised }) => {
  expect(began(readings)).toEqual(raised)
})

test('a tyre that cools down after a drive does not leak', () => {
  const warm = pressureAt20C(850, 70)
  // The same air, from 70 °C down to 20 °C in twenty minutes: an eighth of the pressure.
  const cooling = Array.from({ length: 21 }, (_, i) => {
    const temperatureC = 70 - i * 2.5
    return { temperatureC, pressureKpa: ((warm + 101.3) * (temperatureC + 273.15)) / 293.15 - 101.3 }
  })
  expect(cooling.at(-1)!.pressureKpa).toBeLessThan(740)
  expect(began(cooling, { ...limits, lowKpa: null }).flat()).toEqual([])
})

test('a tenth lost over days is no leak', () => {
  let memory: WheelMemory | undefined
  for (let hour = 0; hour < 96; hour++) {
    const reading = { time: hour * 60 * minute, pressureKpa: 850 - hour }
    const verdict = evaluateWheel(reading, { ...limits, lowKpa: null }, memory)
    expect(verdict.began).toEqual([])
    memory = verdict.memory
  }
})

test('of several faults the worst is shown', () => {
  const reading = { time: 0, pressureKpa: 600, temperatureC: 95, state: 'leak' } as const
  const { state, memory } = evaluateWheel(reading, limits, undefined)
  expect(state).toBe('leak')
  expect(memory.faults).toEqual(['leak', 'temperatureHigh', 'pressureLow'])
})

test('limits are those of the axle; the last counts for axles behind it and spares', () => {
  const axles = [
    { lowKpa: 700, highKpa: 900 },
    { lowKpa: 650, highKpa: 850 },
  ]
  const limitsOf = limitsOfWheels({ ...tyreSettingDefaults, layout: 'truck3', axles }, 10)
  expect([1, 2, 3, 6, 7, 10, 11, 14].map((wheel) => limitsOf(wheel).lowKpa)).toEqual([
    700, 700, 650, 650, 650, 650, 650, 650,
  ])
  expect(limitsOfWheels(tyreSettingDefaults, 4)(1)).toMatchObject({ lowKpa: null, highKpa: null })
})
