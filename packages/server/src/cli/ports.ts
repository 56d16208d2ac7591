import { wireLabel } from '@trackway/core/codes/protocols.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import { ConfigError, portSetting, readConfig } from '../platform/settings/config.ts'

/** `trackway ports`: where the devices of each protocol connect, as the settings are, and which setting changes it. */

const [option] = process.argv.slice(2)
if (option !== undefined) {
  const isHelp = option === '--help'
  const write = isHelp ? console.log : console.error
  write('Usage: trackway ports, with the settings of the server. Lists the device ports; 0: off.')
  process.exitCode = isHelp ? 0 : 2
} else {
  try {
    const { ports } = readConfig(process.env).gateway
    const line = (name: keyof typeof ports, text: string) =>
      console.log(`${String(ports[name]).padEnd(6)}${portSetting(name).padEnd(17)}${text}`)
    line('detect', 'any protocol, recognised by the first bytes')
    for (const { name, transports } of protocols)
      line(name, `${wireLabel(name)} (${transports.map((each) => each.toUpperCase()).join(' and ')})`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
