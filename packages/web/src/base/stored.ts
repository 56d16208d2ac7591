import { openStorage, type SealedStorage, type StorageKey } from './storage.ts'
import { basePath } from './web-paths.ts'

let storage: SealedStorage | undefined

/** Opens the browser's storages once, before anything is drawn. */
export async function openStored(): Promise<void> {
  storage = await openStorage(
    { session: lazily(() => sessionStorage), local: lazily(() => localStorage) },
    import.meta.env.VITE_STORAGE_PASSPHRASE,
  )
}

/** The remembered value, unchecked: it may come from an older version of the page. */
export function recall(key: StorageKey): unknown {
  return storage?.recall(key)
}

export function remember(key: StorageKey, value: unknown): void {
  storage?.remember(key, value)
}

export function forget(key: StorageKey): void {
  storage?.forget(key)
}

/** Reads a value again that another tab may have changed. */
export async function recallAgain(key: StorageKey): Promise<unknown> {
  return storage?.refresh(key)
}

/** The browser's own key of a value: what lies below another path of the host has values of its own. */
export function storedKey(key: string): string {
  return basePath === '/' ? key : basePath + key
}

// Merely naming `localStorage` throws where the user forbade it.
function lazily(open: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => open().getItem(storedKey(key)),
    setItem: (key, value) => open().setItem(storedKey(key), value),
    removeItem: (key) => open().removeItem(storedKey(key)),
  }
}
