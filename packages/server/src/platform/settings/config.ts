import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type OnlinePayType, onlinePayTypes } from '@trackway/core/codes/orders.ts'
import { isPublicUrl } from '@trackway/core/rules/public-url.ts'
import { type ProtocolName, protocols } from '@trackway/protocols/registry.ts'
import { z } from 'zod'
import { isGuessablePassword } from '../guessable-passwords.ts'
import { isNetwork } from '../networks.ts'
import { readFileSettings } from './file-settings.ts'
import { type GeocoderDefaults, readGeocodingSettings } from './geocoding-settings.ts'
import { readMailSettings } from './mail-settings.ts'

/**
 * Every setting of the server: environment variables, read once. `docs/CONFIGURATION.md` lists them.
 * A port of 0 switches its listener off, except `PORT` and `PG_PORT`, where it means any free one.
 */
const wrongPort = 'must be a port number from 0 to 65535'
const port = (fallback: number) =>
  z.coerce.number(wrongPort).int(wrongPort).min(0, wrongPort).max(65_535, wrongPort).default(fallback)
const count = (least: number, fallback: number, most = 1_000_000) => {
  const wrong = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(wrong).int(wrong).min(least, wrong).max(most, wrong).default(fallback)
}
const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('0')
  .transform((text) => text === '1' || text === 'true')
const roles = ['gateway', 'api', 'jobs'] as const
const natsUrl = z
  .string()
  .refine(
    (text) => text.split(',').every((url) => /^(nats|tls):$/.test(URL.parse(url.trim())?.protocol ?? '')),
    'must be nats://host:4222 or tls://host:4222, several of them with commas',
  )
/** How many proxies are in front, or the addresses and networks of those. */
const proxies = z
  .string()
  .default('0')
  .transform((text, context) => {
    // As many as there are proxies: what the client wrote itself is further back. Fastify has no option for it.
    if (/^\d{1,2}$/.test(text)) return (_address: string, hop: number) => hop < Number(text)
    const networks = text.split(',').map((network) => network.trim())
    if (!networks.every(isNetwork)) {
      context.addIssue(
        'must be the number of proxies, or their addresses or networks (10.0.0.0/8) with commas',
      )
    }
    return networks
  })

/** Providers that may be stood for by a sandbox in production, too. */
const sandboxes = z
  .string()
  .default('')
  .transform((text, context) => {
    const names = text.split(',').flatMap((name) => name.trim() || [])
    const wrong = names.filter((name) => name !== 'texts')
    if (wrong.length > 0) context.addIssue(`knows only texts, not ${wrong.join(', ')}`)
    return names
  })

/** Where payment providers are reached instead of at their own addresses: `paypal=https://…,weixin=https://…`. */
const payUrls = z
  .string()
  .default('')
  .transform((text, context): Partial<Record<OnlinePayType, string>> => {
    const pairs = text.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim().split(/=(.*)/)]))
    const wrong = pairs.filter(
      ([name, url = '']) =>
        !onlinePayTypes.some((each) => each === name) || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''),
    )
    if (wrong.length > 0)
      context.addIssue(`must be <provider>=<URL>, several with commas, of ${onlinePayTypes.join(', ')}`)
    return Object.fromEntries(pairs.map(([name, url = '']) => [name, url.replace(/\/+$/, '')]))
  })

/** Elsewhere the system does not share connections out among sockets that listen at one port. */
const canSharePorts = process.platform === 'linux'

/**
 * Threads that serve devices: half as many as there are processor cores, for the database needs half of their time; 0
 * (none of their own) where that would be one.
 */
function usualThreads(): number {
  const half = availableParallelism() >> 1
  return canSharePorts && half > 1 ? half : 0
}

const environment = z
  .object({
    PORT: port(8080),
    HOST: z.string().min(1).default('0.0.0.0'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    NATS_URL: natsUrl.optional(),
    PG_PORT: port(0),
    DATABASE_POOL: count(4, 16, 200),
    ADMIN_PASSWORD: z
      .string()
      .min(8, 'must have at least 8 characters')
      .refine((password) => !isGuessablePassword(password), 'is easy to guess')
      .optional(),
    SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
    OLD_SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
    PUBLIC_URL: z
      .string()
      .refine(
        isPublicUrl,
        'must be a URL such as https://track.example.com or https://example.com/gps/, whose path does not begin as one of the product',
      )
      .optional(),
    REGISTER_UNKNOWN: flag,
    ROLES: z
      .string()
      .default(roles.join(','))
      .transform((text, context) => {
        const names = text.split(',').map((name) => name.trim())
        const wrong = names.filter((name) => !(roles as readonly string[]).includes(name))
        if (wrong.length > 0) context.addIssue(`knows only ${roles.join(', ')}, not ${wrong.join(', ')}`)
        return names as (typeof roles)[number][]
      }),
    DEVICE_HOST: z
      .string()
      .regex(/^[0-9A-Za-z.:-]{1,253}$/, 'must be a name or an address, without a port')
      .optional(),
    GATEWAY_PORT: port(5000),
    AGPS_PORT: port(0),
    MAX_CONNECTIONS_PER_ADDRESS: count(1, 20_000),
    FIRST_LOGIN_SECONDS: count(1, 30),
    IDLE_MINUTES: count(1, 15),
    GATEWAY_THREADS: count(0, usualThreads(), 64).refine(
      (threads) => threads === 0 || canSharePorts,
      'must be 0: on this system threads cannot listen at the same ports',
    ),
    COMMAND_DAYS_KEPT: count(0, 730),
    TEST_DAYS_KEPT: count(0, 1_825),
    TRACK_DAYS_KEPT: count(0, 0),
    EXPIRED_DAYS_KEPT: count(90, 0),
    MEDIA_DAYS_KEPT: count(0, 365),
    MEDIA_DEVICE_MB: count(0, 500),
    MEDIA_TOTAL_GB: count(0, 100),
    BACKUP_BEFORE_UPGRADE: flag.prefault('1'),
    COMMIT_GATHER_MS: count(0, 15, 1_000),
    TRUST_PROXY: proxies,
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    SHARES_OUTLIVE_MAKER: flag,
    WEBHOOK_ALLOW_PRIVATE: flag,
    SANDBOX_PROVIDERS: sandboxes,
    PAY_SANDBOX: flag,
    PAY_URLS: payUrls,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
  })
  .refine(({ NATS_URL, ROLES }) => NATS_URL !== undefined || roles.every((role) => ROLES.includes(role)), {
    path: ['ROLES'],
    error: `without NATS_URL one process has all of ${roles.join(', ')}: set NATS_URL in every process to split them`,
  })

/** The device ports by protocol, and `detect`: the one that finds the protocol by itself. 0: off. */
export type DevicePorts = { detect: number } & { [name in ProtocolName]?: number }

/** The setting of a device port. */
export const portSetting = (name: string): string =>
  name === 'detect' ? 'GATEWAY_PORT' : `${name.toUpperCase()}_PORT`

const devicePorts = z.object(
  Object.fromEntries(protocols.map(({ name, defaultPort }) => [portSetting(name), port(defaultPort)])),
)

/** A port for every codec there is, by its name. */
const portsOf = (set: Record<string, string | undefined>) =>
  devicePorts
    .transform((found) => Object.fromEntries(protocols.map(({ name }) => [name, found[portSetting(name)]])))
    .safeParse(set)

export type Config = ReturnType<typeof readConfig>

/** Thrown for settings that are wrong; the message names each of them in full. */
export class ConfigError extends Error {}

/**
 * @param env the process environment; empty strings count as not set
 * @param geocoders that may be named in `GEOCODERS`; null: this role looks up no addresses, and does not check them
 * @throws {ConfigError} naming every wrong setting
 */
export function readConfig(
  env: Record<string, string | undefined>,
  geocoders: readonly GeocoderDefaults[] | null = null,
) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(set)
  const ports = portsOf(set)
  const addresses = readGeocodingSettings(geocoders ? set : {}, geocoders ?? [])
  const mail = readMailSettings(set)
  const dataDir = resolve(set.DATA_DIR ?? './data')
  const files = readFileSettings(set, dataDir)
  const partIssues = [...addresses.issues, ...mail.issues, ...files.issues]
  if (!read.success || !ports.success || partIssues.length > 0) {
    const issues = [...(read.error?.issues ?? []), ...(ports.error?.issues ?? []), ...partIssues]
    const lines = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Wrong setting. ${lines.join('. ')}.`)
  }
  const e = read.data
  return {
    http: {
      port: e.PORT,
      host: e.HOST,
      trustProxy: e.TRUST_PROXY,
      ...(e.METRICS_TOKEN && { metricsToken: e.METRICS_TOKEN }),
    },
    sharesOutliveMaker: e.SHARES_OUTLIVE_MAKER,
    webhookAllowPrivate: e.WEBHOOK_ALLOW_PRIVATE,
    sandboxProviders: e.SANDBOX_PROVIDERS,
    paySandbox: e.PAY_SANDBOX,
    payUrls: e.PAY_URLS,
    dataDir,
    files: files.settings,
    database: { url: e.DATABASE_URL, embeddedPort: e.PG_PORT, poolSize: e.DATABASE_POOL },
    adminPassword: e.ADMIN_PASSWORD,
    secretKey: e.SECRET_KEY,
    oldSecretKey: e.OLD_SECRET_KEY,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    deviceHost: e.DEVICE_HOST,
    natsUrl: e.NATS_URL,
    roles: e.ROLES,
    gateway: {
      host: e.HOST,
      registerUnknown: e.REGISTER_UNKNOWN,
      ports: { detect: e.GATEWAY_PORT, ...ports.data } as DevicePorts,
      maxConnectionsPerAddress: e.MAX_CONNECTIONS_PER_ADDRESS,
      firstLoginMs: e.FIRST_LOGIN_SECONDS * 1000,
      idleTimeoutMs: e.IDLE_MINUTES * 60_000,
    },
    gatewayThreads: e.GATEWAY_THREADS,
    agpsPort: e.AGPS_PORT,
    commandDaysKept: e.COMMAND_DAYS_KEPT,
    testDaysKept: e.TEST_DAYS_KEPT,
    trackDaysKept: e.TRACK_DAYS_KEPT,
    expiredDaysKept: e.EXPIRED_DAYS_KEPT,
    media: {
      daysKept: e.MEDIA_DAYS_KEPT,
      deviceBytes: e.MEDIA_DEVICE_MB * 2 ** 20,
      totalBytes: e.MEDIA_TOTAL_GB * 2 ** 30,
    },
    backupBeforeUpgrade: e.BACKUP_BEFORE_UPGRADE,
    commitGatherMs: e.COMMIT_GATHER_MS,
    addresses: addresses.settings,
    mail: mail.settings,
    logLevel: e.LOG_LEVEL,
  }
}
