import { limits } from '@trackway/core/codes/limits.ts'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { ExportLists, type ShownLists } from './ExportLists.tsx'
import styles from './exports.module.css'
import { closeFiles } from './files-dialog.ts'

const firstPage = { pageNum: 1, pageSize: limits.defaultPageSize, sort: '', isDescending: false }

/** All files of one's own over the page at hand, for every role that makes any. */
export function FilesDialog() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [shown, setShown] = useState<ShownLists>({ list: 'files', part: firstPage })
  return (
    <Modal
      open
      title={t('exports.title')}
      footer={null}
      onCancel={closeFiles}
      centered={!isPhone}
      width={isPhone ? '100%' : 'min(1080px, calc(100vw - 48px))'}
      rootClassName={isPhone ? 'tw-full-dialog' : ''}
    >
      <div className={styles.dialog}>
        <ExportLists
          shown={shown}
          onList={(list) => setShown({ list, part: firstPage })}
          onPart={(part) => setShown({ ...shown, part })}
          toReports={null}
        />
      </div>
    </Modal>
  )
}
