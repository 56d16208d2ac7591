import { parseArgs } from 'node:util'
import { lineResults, lineUnit } from './jig.ts'
import { uploadResults } from './upload.ts'

/** `trackway jig`: the jigs of a line that test devices and upload what they measured. */

const usage = `trackway jig --key KEY [options]
  --key twj_…                  key of a station, made in Jig results → Stations
  --url http://127.0.0.1:8080  where the server is
  --devices 100                devices of the line
  --first 1                    serial in the IMEI of the first; the others count up from it
  --batch B-DEMO               production batch
  --type 15                    id of their device type
  --firmware V1.2.4            version that good devices have
  --failing 0.05               share of devices that fail at first
  --repeated 0                 share of uploads that are sent twice
  --cut 0                      share of uploads whose connection is cut, and which are sent again
  --reorder                    send results in another order than they were measured
  --seed 1                     the same seed measures the same`

const text = (preset?: string) => ({
  type: 'string' as const,
  ...(preset !== undefined && { default: preset }),
})

try {
  const { values } = parseArgs({
    options: {
      key: text(),
      url: text('http://127.0.0.1:8080'),
      devices: text('100'),
      first: text('1'),
      batch: text('B-DEMO'),
      type: text('15'),
      firmware: text('V1.2.4'),
      failing: text('0.05'),
      repeated: text('0'),
      cut: text('0'),
      seed: text('1'),
      reorder: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(usage)
  else if (values.key === undefined) throw new TypeError('--key is missing.')
  else {
    const number = (name: 'devices' | 'first' | 'type' | 'failing' | 'repeated' | 'cut' | 'seed') => {
      const value = Number(values[name])
      if (!(value >= 0)) throw new TypeError(`--${name} is a number, not ${values[name]}.`)
      return value
    }
    const devices = number('devices')
    const first = number('first')
    const results = lineResults({
      units: Array.from({ length: devices }, (_, at) => lineUnit(first + at)),
      batch: values.batch!,
      deviceType: number('type'),
      firmware: values.firmware!,
      startTime: Date.now() - devices * 9_000,
      secondsPerDevice: 8,
      failing: number('failing'),
      seed: number('seed'),
    })
    const { stored, sent } = await uploadResults(results, {
      url: values.url!,
      key: values.key,
      repeated: number('repeated'),
      cut: number('cut'),
      isReordered: values.reorder!,
      seed: number('seed'),
    })
    console.log(
      `${results.length} results of ${devices} devices in ${sent} uploads, ${stored} of them new to the server`,
    )
  }
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage}`)
  process.exitCode = 2
}
