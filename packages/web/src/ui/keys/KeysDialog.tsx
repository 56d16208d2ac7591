import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import styles from './KeysDialog.module.css'

interface KeysDialogProps {
  /** Its title is the text `title` under it, and what keys do that of their name. */
  texts: string
  keys: readonly { name: string; keys: readonly string[] }[]
  onClose: () => void
}

/** What the keys of a screen do, one a line. */
export function KeysDialog({ texts, keys, onClose }: KeysDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog open footer={null} title={t(`${texts}.title`)} width={420} onCancel={onClose}>
      <table className={`${styles.keys} tw-full-width`}>
        <tbody>
          {keys.map(({ name, keys }) => (
            <tr key={name}>
              <th scope="row" className="tw-padded-block">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{t(`${texts}.${name}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
