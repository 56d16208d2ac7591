import type { Config } from './config.ts'
import type { FileSettings } from './file-settings.ts'

/** The part of the configuration that any feature reads while it works. */
export type ProcessSettings = Pick<
  Config,
  | 'sharesOutliveMaker'
  | 'webhookAllowPrivate'
  | 'sandboxProviders'
  | 'paySandbox'
  | 'payUrls'
  | 'deviceHost'
  | 'mail'
  | 'publicUrl'
> & {
  /** Where devices report to; 0: no such port is open. */
  devicePorts: Config['gateway']['ports']
  /** Null: the process has no folder of its own. */
  dataDir: string | null
  /** Where large files lie; null: nowhere, in a thread or test that needs none. */
  files: FileSettings | null
  /** Does the folder hold the database, too? */
  holdsDatabase: boolean
}

/** Until the process is started with others, as in tests. */
const current: ProcessSettings = {
  sharesOutliveMaker: false,
  webhookAllowPrivate: false,
  sandboxProviders: [],
  paySandbox: false,
  payUrls: {},
  deviceHost: undefined,
  mail: null,
  publicUrl: undefined,
  devicePorts: { detect: 0 },
  dataDir: null,
  files: null,
  holdsDatabase: false,
}

/** The settings of this process. */
export const processSettings: Readonly<ProcessSettings> = current

/** Sets some of them: all at the start of a process, few in a test. */
export function changeSettings(settings: Partial<ProcessSettings>): void {
  Object.assign(current, settings)
}

/** @returns what a process that was configured so is to be given */
export function settingsOf(config: Config): ProcessSettings {
  const { sharesOutliveMaker, webhookAllowPrivate, sandboxProviders, deviceHost, mail, publicUrl, dataDir } =
    config
  const { paySandbox, payUrls, files } = config
  return {
    sharesOutliveMaker,
    webhookAllowPrivate,
    sandboxProviders,
    paySandbox,
    payUrls,
    deviceHost,
    mail,
    publicUrl,
    devicePorts: config.gateway.ports,
    dataDir,
    files,
    holdsDatabase: config.database.url === undefined,
  }
}
