import { useTexts } from '../../base/use-texts.ts'
import { urlOf } from '../../base/web-paths.ts'
import { CopyText } from './CopyText.tsx'
import styles from './LinkMade.module.css'
import { QrCode } from './QrCode.tsx'

export interface LinkMadeProps {
  /** Its path in the web app. */
  path: string
  expireTime: number
}

/** A link that was just made, to be copied or scanned: it is shown this once. */
export function LinkMade({ path, expireTime }: LinkMadeProps) {
  const { t, format } = useTexts()
  const link = urlOf(path).href
  return (
    <div className={`${styles.made} tw-row tw-wrap tw-gap-16`}>
      <QrCode value={link} sizePx={148} />
      <div>
        <CopyText text={link} />
        <p className="tw-muted">{t('ui.link.until', { time: format.dateTime(expireTime) })}</p>
        <p className="tw-muted">{t('ui.link.once')}</p>
      </div>
    </div>
  )
}
