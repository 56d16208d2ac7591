/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Seals what the browser remembers; part of the shipped script (see base/storage.ts). */
  readonly VITE_STORAGE_PASSPHRASE: string
}
