import type { MediaFile } from '@trackway/core/features/media/calls.ts'
import { Alert, Image } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import styles from './media.module.css'
import { useMediaUrl } from './use-media-url.ts'

/** What browsers show or play; everything else is downloaded. */
const shown = ['image/jpeg', 'image/png']
const played = ['audio/wav', 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'video/mp4']

export const isShown = ({ contentType, isDecoded }: MediaFile): boolean =>
  isDecoded || shown.includes(contentType) || played.includes(contentType)

/** The picture, or what plays the sound or the video. */
export function MediaContent({ file, name }: { file: MediaFile; name: string }) {
  const { t, toText } = useTexts()
  const [isBroken, setIsBroken] = useState(false)
  const { url, error } = useMediaUrl(file.id, file.isDecoded ? 'decoded' : 'original')
  if (error) return <Alert type="error" showIcon title={toText(error)} />
  if (url === undefined) return <ContentLoading />
  if (isBroken) return <Alert type="warning" showIcon title={t('media.broken')} />
  const onError = () => setIsBroken(true)
  if (file.kind === 'image')
    return <Image className={styles.picture!} src={url} alt={name} onError={onError} />
  if (file.kind === 'audio')
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has written down what devices record
      <audio className="tw-full-width" controls autoPlay src={url} aria-label={name} onError={onError} />
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what devices record
    <video className={styles.picture} controls autoPlay src={url} aria-label={name} onError={onError} />
  )
}

/** A small picture for a row. */
export function Thumbnail({ file, name }: { file: MediaFile; name: string }) {
  const { url } = useMediaUrl(file.id, 'original')
  return <span className={styles.thumbnail}>{url && <img src={url} alt={name} />}</span>
}
