import { useQuery, useQueryClient } from '@tanstack/react-query'
import { trackShareCalls } from '@trackway/core/api/track-shares.ts'
import { Alert, Button, Checkbox, Input, InputNumber, QRCode } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { errorText } from '../../../base/error-text.ts'
import { useFormat } from '../../../base/use-format.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import styles from './ShareDialog.module.css'
import trackDialogStyles from './TrackDialog.module.css'
import { TrackDialog } from './TrackDialog.tsx'

const defaultDays = 7
const mostDays = 30

interface Made {
  link: string
  expireTime: number
}

/** Makes a link that shows a finished part of the replay to whoever has it, and ends those made before. */
export function ShareDialog({ span, onClose }: { span: Span; onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const { active } = useReplay()
  const { terminalID } = active
  const [nameId, daysId] = [useId(), useId()]
  const [days, setDays] = useState(defaultDays)
  const [title, setTitle] = useState('')
  const [withAlarms, setWithAlarms] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const shares = useQuery({
    queryKey: ['track', 'shares', terminalID],
    queryFn: ({ signal }) => api(trackShareCalls.shares, { terminalID, pageSize: 50 }, { signal }),
  })
  const attempt = async (act: () => Promise<void>) => {
    setFailure(null)
    setIsBusy(true)
    try {
      await act()
      await queries.invalidateQueries({ queryKey: ['track', 'shares', terminalID] })
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  // A link shows what is over: it must not change in the hands of who has it.
  const from = Math.round(span.from)
  const make = () =>
    attempt(async () => {
      const to = Math.min(Math.round(span.to), Date.now() - 1_000)
      const named = title.trim() === '' ? {} : { title: title.trim() }
      const input = { terminalID, from, to, days, withAlarms, ...named }
      const { path, expireTime } = await api(trackShareCalls.share, input)
      setMade({ link: new URL(path, location.origin).href, expireTime })
    })
  const revoke = (id: number) =>
    attempt(async () => {
      await api(trackShareCalls.revokeShare, { id })
    })
  return (
    <TrackDialog title={t('tracks.share.title')} width={520} onClose={onClose}>
      <div className={trackDialogStyles.dialog}>
        <p>
          {active.name}
          <br />
          <span className="tw-muted tw-number">
            {format.dateTime(span.from)} – {format.dateTime(span.to)}
          </span>
        </p>
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
          <div className={styles.form}>
            <label htmlFor={nameId}>
              {t('tracks.share.name')}
              <Input
                id={nameId}
                maxLength={64}
                value={title}
                placeholder={active.name}
                onChange={({ target }) => setTitle(target.value)}
              />
            </label>
            <label htmlFor={daysId}>
              {t('tracks.share.days')}
              <InputNumber
                id={daysId}
                min={1}
                max={mostDays}
                precision={0}
                value={days}
                onChange={(value) => setDays(value ?? defaultDays)}
              />
            </label>
            <Checkbox checked={withAlarms} onChange={({ target }) => setWithAlarms(target.checked)}>
              {t('tracks.share.withAlarms')}
            </Checkbox>
            <Button type="primary" loading={isBusy} onClick={() => void make()}>
              {t('tracks.share.make')}
            </Button>
          </div>
        )}
        {failure !== null && <Alert type="error" showIcon title={errorText(failure, t)} />}
        {shares.data && shares.data.list.length > 0 && (
          <section>
            <h3>{t('tracks.share.links')}</h3>
            <ul className={styles.shares} data-testid="track-shares">
              {shares.data.list.map((share) => (
                <li key={share.id}>
                  <span>
                    <span className="tw-number">
                      {format.dateTime(share.from)} – {format.dateTime(share.to)}
                    </span>
                    <small className="tw-muted">
                      {share.title && `${share.title} · `}
                      {t('tracks.share.until', { time: format.dateTime(share.expireTime) })} ·{' '}
                      {share.withAlarms && `${t('tracks.share.alarmsToo')} · `}
                      {t('tracks.share.views', { count: share.views })}
                    </small>
                  </span>
                  <Button size="small" danger disabled={isBusy} onClick={() => void revoke(share.id)}>
                    {t('tracks.share.revoke')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </TrackDialog>
  )
}
