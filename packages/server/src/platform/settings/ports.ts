import { createServer } from 'node:net'
import { StartError } from '../start-error.ts'
import { type Config, portSetting } from './config.ts'

/** The sentence for a port that another program holds. */
export function portInUse(setting: string, port: number): StartError {
  return new StartError(`Port ${port} is in use by another program: set ${setting} to a free one.`)
}

/**
 * Looks before anything is started, so that a busy port costs no database start.
 * @throws {StartError} naming the first port that is not free, or is wanted twice, and its settings
 */
export async function assertPortsAreFree(config: Config): Promise<void> {
  const needed: [string, number][] = [['PORT', config.http.port]]
  if (config.roles.includes('gateway')) {
    for (const [name, port] of Object.entries(config.gateway.ports)) needed.push([portSetting(name), port])
  }
  const settingOf = new Map<number, string>()
  for (const [setting, port] of needed.filter(([, port]) => port > 0)) {
    const other = settingOf.get(port)
    if (other)
      throw new StartError(`${other} and ${setting} are both ${port}: set one of them to another port.`)
    settingOf.set(port, setting)
  }
  for (const [port, setting] of settingOf) {
    await assertPortIsFree(setting, port, config.http.host)
  }
}

async function assertPortIsFree(setting: string, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') return reject(portInUse(setting, port))
      const why =
        error.code === 'EACCES'
          ? 'needs rights this user does not have'
          : `cannot be opened on ${host} (${error.code})`
      reject(
        new StartError(
          `Port ${port} ${why}: set ${setting}${error.code === 'EACCES' ? '' : ' or HOST'} to another.`,
        ),
      )
    })
    server.listen(port, host, () => server.close(() => resolve()))
  })
}
