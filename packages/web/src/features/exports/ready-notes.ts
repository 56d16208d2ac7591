import type { ExportJob } from '@trackway/core/features/exports/calls.ts'
import { create } from 'zustand'

/** Files that became ready or failed, the newest first, until they are saved or dismissed. */
export const useReadyNotes = create<{ jobs: readonly ExportJob[] }>(() => ({ jobs: [] }))

export function noteReady(job: ExportJob): void {
  useReadyNotes.setState(({ jobs }) => ({ jobs: [job, ...jobs.filter(({ id }) => id !== job.id)] }))
}

/** @param id left out: all of them */
export function dropNote(id?: number): void {
  useReadyNotes.setState(({ jobs }) => ({
    jobs: id === undefined ? [] : jobs.filter((job) => job.id !== id),
  }))
}
