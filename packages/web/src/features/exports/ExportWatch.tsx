import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { reread } from '../../base/queries/query-client.ts'
import { downloadExport, isToBeSaved, isUnderWay, unwatch, useWatched } from './export-watch.ts'
import { useFilesDialog } from './files-dialog.ts'
import { dropNote, noteReady } from './ready-notes.ts'
import { useExportProgress } from './use-exports.ts'

/** Most pages need no list of files. */
const FilesDialog = lazy(async () => ({ default: (await import('./FilesDialog.tsx')).FilesDialog }))

/** Notes on every screen that a file is ready or has failed, and lists all of them where that is asked for. */
export function ExportWatch() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const openOn = useFilesDialog((state) => state.openOn)
  const ids = useWatched((state) => state.ids)
  const { data } = useExportProgress(ids)

  useEffect(() => {
    const finished = data?.list.filter((job) => ids.includes(job.id) && !isUnderWay(job)) ?? []
    for (const job of finished) {
      unwatch(job.id)
      const isToSave = isToBeSaved(job.id)
      if (job.state === 'done' && isToSave) {
        downloadExport(job.id).catch(() => noteReady(job))
        continue
      }
      // What the open list shows is not announced.
      if (job.state === 'cancelled' || openOn === path) continue
      noteReady(job)
    }
    // What another window removed meanwhile is waited for no longer.
    for (const id of data ? ids : []) if (!data?.list.some((job) => job.id === id)) unwatch(id)
    if (finished.length > 0) void reread(['list', 'exports'])
  }, [data, ids, openOn, path])

  // The open list shows the same as the notes.
  useEffect(() => {
    if (openOn === path) dropNote()
  }, [openOn, path])

  // They are of who was signed in.
  useEffect(() => () => dropNote(), [])

  if (openOn !== path) return null
  return (
    <Suspense fallback={null}>
      <FilesDialog />
    </Suspense>
  )
}
