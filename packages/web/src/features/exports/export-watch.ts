import { type ExportJob, exportCalls } from '@trackway/core/features/exports/calls.ts'
import { create } from 'zustand'
import { apiFile } from '../../base/api.ts'
import { saveFile } from '../../base/save-file.ts'

/** The files requested on this page that are not ready yet, to notify the user when they are. */
export const useWatched = create<{ ids: readonly number[] }>(() => ({ ids: [] }))

/** Those of them that are saved as soon as they are ready, without another click. */
const saved = new Set<number>()

export function saveWhenReady(id: number): void {
  saved.add(id)
}

/** @returns whether it is to be saved now; once */
export function isToBeSaved(id: number): boolean {
  return saved.delete(id)
}

export function watch(id: number): void {
  useWatched.setState(({ ids }) => ({ ids: [...ids.filter((each) => each !== id), id] }))
}

export function unwatch(id: number): void {
  useWatched.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
}

/** How often files under way are looked after. */
export const underWayMs = 1_000

export function isUnderWay({ state }: Pick<ExportJob, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** Long enough for a large file on a slow line. */
const downloadMs = 15 * 60_000

export async function downloadExport(id: number): Promise<void> {
  const { content, fileName } = await apiFile(exportCalls.download, { id }, { timeoutMs: downloadMs })
  saveFile(content, fileName)
}
