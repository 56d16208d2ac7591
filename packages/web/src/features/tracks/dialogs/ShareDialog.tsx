import { trackShareCalls } from '@trackway/core/api/tracks/track-shares.ts'
import { Flex, QRCode } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import { ReplayPart } from './ReplayPart.tsx'
import styles from './ShareDialog.module.css'
import { ShareList } from './ShareList.tsx'

const defaultDays = 7

interface Made {
  link: string
  expireTime: number
}

/** Makes a link that shows a finished part of the replay to whoever has it, and ends those made before. */
export function ShareDialog({ span, onClose }: { span: Span; onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { terminalID } = useReplay().active
  const [made, setMade] = useState<Made | null>(null)
  return (
    <Dialog open footer={null} title={t('tracks.share.title')} width={760} onCancel={onClose}>
      <Flex vertical gap={16}>
        <ReplayPart span={span} />
        {made ? (
          <div className={styles.made}>
            <QRCode value={made.link} size={148} bordered={false} />
            <div>
              <CopyText text={made.link} />
              <p className="tw-muted">
                {t('tracks.share.until', { time: format.dateTime(made.expireTime) })}
              </p>
              <p className="tw-muted">{t('tracks.share.once')}</p>
            </div>
          </div>
        ) : (
          <CallForm
            call={trackShareCalls.share}
            submitLabel={t('tracks.share.make')}
            label={(name) => t(`tracks.share.${name}`)}
            initial={{
              terminalID,
              from: Math.round(span.from),
              to: Math.round(span.to),
              days: defaultDays,
              withAlarms: false,
            }}
            fields={[[{ name: 'title', label: t('tracks.share.name') }, 'days'], 'withAlarms']}
            // A link shows what is over: it must not change in the hands of who has it.
            prepare={(input) => ({ ...input, to: Math.min(Number(input.to), Date.now() - 1_000) })}
            rereads={['list']}
            onDone={({ path, expireTime }) =>
              setMade({ link: new URL(path, location.origin).href, expireTime })
            }
          />
        )}
        <ShareList terminalID={terminalID} />
      </Flex>
    </Dialog>
  )
}
