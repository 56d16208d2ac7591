/**
 * The browser's own `Temporal`, in the place of `temporal-polyfill` (vite.config.ts): a tenth of what the monitor
 * loads. Browsers that have none yet get the polyfill before anything needs a time zone.
 */
export let Temporal = (globalThis as { Temporal?: unknown }).Temporal

export async function ensureTemporal(): Promise<void> {
  if (Temporal) return
  await import('temporal-polyfill/global')
  Temporal = (globalThis as { Temporal?: unknown }).Temporal
}
