/** The OBD stream of 0x8C: `XXY=hex` pairs of parameter group, module and value. Source: FM08ABC, read off its public frames. */
import type { Extra, Report } from '../../protocol.ts'

/** By parameter group; all values are hundredths. */
const groups: { readonly [group: number]: string } = {
  0x28: 'odometer',
  0x2b: 'fuel',
  0x2d: 'coolantTemperatureC',
  0x35: 'speedKmh',
  0x36: 'rpm',
  0x47: 'fuelUsed',
  0x49: 'engineHours',
}
const vinGroup = 0x4a

export function addObdStream({ extra }: Report): void {
  if (typeof extra?.obdValues !== 'string') return
  const values: { [name: string]: Extra } = {}
  for (const pair of extra.obdValues.split(',')) {
    const [key = '', value = ''] = pair.split('=')
    const group = Number.parseInt(key.slice(0, 2), 16)
    const name = groups[group]
    const number = Number.parseInt(value, 16)
    if (group === vinGroup && value !== '') values.vin = value
    else if (name && Number.isFinite(number)) values[name] = number / 100
  }
  extra.obd = values
}
