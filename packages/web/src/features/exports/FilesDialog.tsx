import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { ExportLists, type FileList } from './ExportLists.tsx'
import styles from './exports.module.css'
import { closeFiles } from './files-dialog.ts'

/** All files of one's own over the page at hand, for every role that makes any. */
export function FilesDialog() {
  const { t } = useTranslation()
  const [shown, setShown] = useState<FileList>('files')
  return (
    <Dialog
      open
      title={t('exports.title')}
      footer={null}
      onCancel={closeFiles}
      width="min(1080px, calc(100vw - 48px))"
    >
      <div className={`${styles.dialog} tw-column tw-gap-12`}>
        <ExportLists isLocal shown={shown} onShow={setShown} />
      </div>
    </Dialog>
  )
}
