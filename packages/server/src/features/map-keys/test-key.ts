import type { MapKeyProvider } from '@trackway/core/features/map-keys/calls.ts'

/** Whether a provider takes a key, by the smallest question that each answers. */
export interface KeyVerdict {
  works: boolean
  reason: string | null
}

interface Answer {
  status: number
  text: string
}

interface KeyTest {
  host: string
  request(host: string, key: string): { url: string; init?: RequestInit }
  read(answer: Answer): KeyVerdict
}

const timeoutMs = 8_000
const longestReason = 200
const refused = (reason: unknown): KeyVerdict => ({
  works: false,
  reason: String(reason || 'The provider gave no reason.').slice(0, longestReason),
})
const taken: KeyVerdict = { works: true, reason: null }
const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
const byStatus = ({ status, text }: Answer): KeyVerdict =>
  status === 200 ? taken : refused(parsed(text).message ?? parsed(text).msg ?? `HTTP ${status}`)

/** Keys of programs are bound to where they are used from: a refusal for the wrong place proves that the key is right. */
const elsewhere = (reason: unknown): KeyVerdict => ({
  works: true,
  reason: String(reason).slice(0, longestReason),
})

export const keyTests: Record<MapKeyProvider, KeyTest> = {
  Google: {
    host: 'https://tile.googleapis.com',
    request: (host, key) => ({
      url: `${host}/v1/createSession?key=${encodeURIComponent(key)}`,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mapType: 'roadmap', language: 'en-US', region: 'US' }),
      },
    }),
    read({ status, text }) {
      if (status === 200) return taken
      const error = parsed(text).error as { message?: string; status?: string } | undefined
      const message = error?.message ?? `HTTP ${status}`
      return /referer|referrer|IP address|Android|iOS/i.test(message) ? elsewhere(message) : refused(message)
    },
  },
  Baidu: {
    host: 'https://api.map.baidu.com',
    request: (host, key) => ({ url: `${host}/location/ip?output=json&ak=${encodeURIComponent(key)}` }),
    read({ text }) {
      const { status, message } = parsed(text)
      if (status === 0) return taken
      // Of another kind of program, or of another address.
      return [210, 220, 230, 240].includes(Number(status)) ? elsewhere(message) : refused(message)
    },
  },
  GaoDe: {
    host: 'https://restapi.amap.com',
    request: (host, key) => ({ url: `${host}/v3/ip?output=json&key=${encodeURIComponent(key)}` }),
    read({ text }) {
      const { status, info, infocode } = parsed(text)
      if (status === '1') return taken
      // USERKEY_PLAT_NOMATCH, INVALID_USER_IP, INVALID_USER_DOMAIN
      return ['10009', '10005', '10006'].includes(String(infocode)) ? elsewhere(info) : refused(info)
    },
  },
  Yandex: {
    host: 'https://tiles.api-maps.yandex.ru',
    request: (host, key) => ({
      url: `${host}/v1/tiles/?x=0&y=0&z=1&lang=en_US&l=map&projection=web_mercator&apikey=${encodeURIComponent(key)}`,
    }),
    read: byStatus,
  },
  Tianditu: {
    host: 'https://t0.tianditu.gov.cn',
    request: (host, key) => ({
      url: `${host}/vec_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=vec&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX=1&TILEROW=0&TILECOL=0&tk=${encodeURIComponent(key)}`,
    }),
    read: byStatus,
  },
}

/** @param host replaces the provider's own */
export async function testMapKey(
  provider: MapKeyProvider,
  key: string,
  host: string = keyTests[provider].host,
): Promise<KeyVerdict> {
  const { request, read } = keyTests[provider]
  const { url, init } = request(host, key)
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return read({ status: response.status, text: (await response.text()).slice(0, 20_000) })
  } catch (error) {
    const { cause, message } = error as Error
    return refused(`The provider was not reached: ${cause instanceof Error ? cause.message : message}`)
  }
}
