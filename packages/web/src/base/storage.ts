/**
 * What the browser remembers for the user.
 *
 * Values are sealed with AES-GCM under a passphrase that is part of the shipped script. That is obfuscation
 * and no protection: whoever can read the storage can read the script. Nothing secret may rely on it.
 */
export const storagePlaces = {
  userInfo: 'session',
  /** The session of a superior who acts as a sub-account, to go back to. */
  actorSession: 'session',
  selectedTid: 'session',
  selectAgentId: 'session',
  /** Notices that were closed in this session of the browser. */
  seenNotices: 'session',
  useLang: 'local',
  useMapType: 'local',
  /** Which of the base maps of that type, or one that the four types do not cover. */
  baseMap: 'local',
  alarmSound: 'local',
  /** Whether alarms are shown as notifications of the system. */
  alarmNotices: 'local',
  /** Of distance, speed and volume on screens. */
  units: 'local',
  addressCache: 'local',
  leftMenuState: 'local',
  /** Who is signed in, for the other tabs of this browser. */
  sharedSession: 'local',
  /** Column choice and the like, by table. */
  tableColumns: 'local',
  /** Whether the rows of tables are low. */
  compactRows: 'local',
  recentAccounts: 'local',
  /** By user name: what makes this browser known to the server. It opens nothing. */
  knownBrowser: 'local',
  /** Whether the statistics show their chart. */
  statisticsChart: 'local',
  /** Width, fold and density of the home screen's list. */
  homeColumn: 'local',
  /** Whether the monitor's map shows fences. */
  monitorFences: 'local',
  /** The height of the replay's chart. */
  trackPanelPx: 'local',
  /** Size and content of the labels that were printed last. */
  labelDesign: 'local',
  /** Batch and station of the bench of quality checks. */
  qualityBench: 'local',
} as const

export type StorageKey = keyof typeof storagePlaces

type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
interface Places {
  session: Keeper
  local: Keeper
}

const sealedMark = 'v1.'
const plainMark = 'v0.'

/**
 * Opens the storage and unseals all keys, so that reading afterwards is synchronous. What cannot be read
 * (another passphrase, a truncated value, a full or forbidden storage) counts as absent, never as an error.
 */
export async function openStorage(places: Places, passphrase: string) {
  // Browsers offer WebCrypto only to https and localhost; a plain http address in a company network has none.
  const key = globalThis.crypto?.subtle ? await deriveKey(passphrase) : null
  const known = new Map<StorageKey, unknown>()
  let writing: Promise<void> = Promise.resolve()

  for (const name of Object.keys(storagePlaces) as StorageKey[]) {
    const value = await unseal(readText(places, name), key)
    if (value !== undefined) known.set(name, value)
  }

  return {
    recall: (name: StorageKey): unknown => known.get(name),
    remember(name: StorageKey, value: unknown): void {
      known.set(name, value)
      // One after the other: sealing is asynchronous, and the last value must win.
      writing = writing.then(async () => {
        if (known.get(name) === value) writeText(places, name, await seal(value, key))
      })
    },
    forget(name: StorageKey): void {
      known.delete(name)
      try {
        places[storagePlaces[name]].removeItem(name)
      } catch {
        // A forbidden storage holds nothing to remove.
      }
    },
    /** Reads a value that another tab may have changed. */
    async refresh(name: StorageKey): Promise<unknown> {
      const value = await unseal(readText(places, name), key)
      if (value === undefined) known.delete(name)
      else known.set(name, value)
      return value
    },
    written: () => writing,
  }
}

export type SealedStorage = Awaited<ReturnType<typeof openStorage>>

function readText(places: Places, name: StorageKey): string | null {
  try {
    return places[storagePlaces[name]].getItem(name)
  } catch {
    return null
  }
}

function writeText(places: Places, name: StorageKey, text: string): void {
  try {
    places[storagePlaces[name]].setItem(name, text)
  } catch {
    // Full or forbidden: the value then lives as long as the page.
  }
}

async function deriveKey(passphrase: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(passphrase))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function seal(value: unknown, key: CryptoKey | null): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  if (!key) return plainMark + toBase64(bytes)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes))
  return sealedMark + toBase64(iv) + toBase64(sealed)
}

async function unseal(text: string | null, key: CryptoKey | null): Promise<unknown> {
  if (!text) return undefined
  try {
    if (text.startsWith(plainMark)) return parse(fromBase64(text.slice(plainMark.length)))
    if (!text.startsWith(sealedMark) || !key) return undefined
    // 12 bytes of nonce are 16 characters, without padding.
    const iv = fromBase64(text.slice(sealedMark.length, sealedMark.length + 16))
    const sealed = fromBase64(text.slice(sealedMark.length + 16))
    return parse(new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)))
  } catch {
    return undefined
  }
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
