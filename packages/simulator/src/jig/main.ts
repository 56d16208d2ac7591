import { parseArgs } from 'node:util'
import { lineResults, uploadResults } from './jig.ts'

/** A jig that tests a line of devices: `node packages/simulator/src/jig/main.ts --url http://127.0.0.1:8080 --key twj_…`. */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    key: { type: 'string' },
    devices: { type: 'string', default: '100' },
    batch: { type: 'string', default: 'B-DEMO' },
    first: { type: 'string', default: '1' },
    type: { type: 'string', default: '15' },
    failing: { type: 'string', default: '0.05' },
  },
})
if (values.key === undefined) {
  console.error('--key is the key of a station, made in Jig results → Stations.')
  process.exitCode = 2
} else {
  const devices = Number(values.devices)
  const results = lineResults({
    firstSerial: Number(values.first),
    devices,
    batch: values.batch,
    deviceType: Number(values.type),
    startTime: Date.now() - devices * 9_000,
    secondsPerDevice: 8,
    failing: Number(values.failing),
    seed: 1,
  })
  const stored = await uploadResults(values.url, values.key, results)
  console.log(`${results.length} results of ${devices} devices sent, ${stored} of them new`)
}
