import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { keysOf } from '../replay/use-track-keys.ts'
import styles from './KeysDialog.module.css'

/** What the keys do. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { isShared } = useReplay()
  return (
    <Dialog open footer={null} title={t('tracks.keys.title')} width={420} onCancel={onClose}>
      <table className={styles.keys}>
        <tbody>
          {keysOf(isShared).map(({ name, keys }) => (
            <tr key={name}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{t(`tracks.keys.${name}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
