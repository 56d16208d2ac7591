import { useRouterState } from '@tanstack/react-router'
import type { ExportJob } from '@trackway/core/features/exports/calls.ts'
import { App, Button } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { downloadExport, isToBeSaved, isUnderWay, unwatch, useWatched } from './export-watch.ts'
import { openFiles, useFilesDialog } from './files-dialog.ts'
import { useExportProgress } from './use-exports.ts'

/** Most pages need no list of files. */
const FilesDialog = lazy(async () => ({ default: (await import('./FilesDialog.tsx')).FilesDialog }))

/** Notifies the user on every screen when a file is ready or has failed; a button lists all of them. */
export function ExportWatch() {
  const { t, toText } = useTexts()
  const { notification, message } = App.useApp()
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
        downloadExport(job.id).catch(() => announce(job))
        continue
      }
      // What the open list shows is not announced.
      if (job.state === 'cancelled' || openOn === path) continue
      announce(job)
    }
    // What another window removed meanwhile is waited for no longer.
    for (const id of data ? ids : []) if (!data?.list.some((job) => job.id === id)) unwatch(id)
    if (finished.length > 0) void reread(['list', 'exports'])

    function announce(job: ExportJob): void {
      const key = `export ${job.id}`
      const save = () =>
        downloadExport(job.id).then(
          () => notification.destroy(key),
          (error: unknown) => message.error(toText(error)),
        )
      if (job.state === 'done')
        notification.success({
          key,
          title: t('exports.ready'),
          description: job.fileName,
          duration: 0,
          actions: (
            <Button type="primary" size="small" onClick={() => void save()}>
              {t('exports.download')}
            </Button>
          ),
        })
      else
        notification.error({
          key,
          title: t('exports.failed'),
          description: t(`reports.failure.${job.failure ?? 'internal'}`),
          actions: (
            <Button
              size="small"
              onClick={() => {
                notification.destroy(key)
                openFiles()
              }}
            >
              {t('exports.allFiles')}
            </Button>
          ),
        })
    }
  }, [data, ids, notification, message, t, toText, openOn, path])

  // The open list shows the same as the notes, which would cover its close button.
  useEffect(() => {
    if (openOn === path) notification.destroy()
  }, [openOn, path, notification])

  if (openOn !== path) return null
  return (
    <Suspense fallback={null}>
      <FilesDialog />
    </Suspense>
  )
}
