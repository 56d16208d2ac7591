import { useTranslation } from 'react-i18next'
import { useReplay } from '../replay/replay-context.ts'
import { keysOf } from '../replay/use-track-keys.ts'
import styles from './KeysDialog.module.css'
import { TrackDialog } from './TrackDialog.tsx'

/** What the keys do. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { isShared } = useReplay()
  return (
    <TrackDialog title={t('tracks.keys.title')} width={420} onClose={onClose}>
      <dl className={styles.keys}>
        {keysOf(isShared).map(({ name, keys }) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`tracks.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </TrackDialog>
  )
}
