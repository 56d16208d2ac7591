import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import styles from './KeysDialog.module.css'
import { type KeyRow, useKeyTables } from './key-tables.ts'

interface KeysDialogProps {
  /** What keys do is the text of their name under it. */
  texts?: string
  /** Those of the screen. */
  keys?: readonly { name: string; keys: readonly string[] }[]
  onClose: () => void
}

/** What keys do, one a line: those of the screen, then those of every screen. */
export function KeysDialog({ texts, keys = [], onClose }: KeysDialogProps) {
  const { t } = useTranslation()
  const general = useKeyTables((tables) => tables.general)
  // What the screen has of its own goes for the same key on every screen.
  const own = keys.map(({ name, keys }) => ({ text: t(`${texts}.${name}`), keys }))
  const others = general.filter((row) => !own.some((each) => String(each.keys) === String(row.keys)))
  return (
    <Dialog open footer={null} title={t('ui.keys.title')} width={420} onCancel={onClose}>
      <Rows title={t('ui.keys.screen')} rows={own} />
      <Rows title={t('ui.keys.general')} rows={others} />
    </Dialog>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  if (rows.length === 0) return null
  return (
    <table className={`${styles.keys} tw-full-width`}>
      <caption className="tw-label">{title}</caption>
      <tbody>
        {rows.map(({ text, keys }) => (
          <tr key={text}>
            <th scope="row" className="tw-padded-block">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
