import { useQuery } from '@tanstack/react-query'
import type { EpisodeReason } from '@trackway/core/codes/episodes.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { Flex } from 'antd'
import { useTexts } from '../../../base/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { explainQuery } from '../loading/explain-query.ts'
import { useReplay } from '../replay/replay-context.ts'

/** What decided a border: the measured value, and the threshold it passed. */
interface Decided {
  reason: EpisodeReason
  value: number | null
  threshold: number | null
  unit: 'kmh' | 'ms' | 'm' | null
}

/** Why a trip or stop began and ended where it did. */
export function EpisodeDialog({ episode, onClose }: { episode: Episode; onClose(): void }) {
  const { t, format } = useTexts()
  const { active, span } = useReplay()
  const { kind, from, to, idleMs } = episode
  const { data, error } = useQuery(explainQuery(active.terminalID, span))
  const borderAt = (time: number, reason: EpisodeReason): Decided =>
    data?.borders.find((border) => border.time === time) ?? {
      reason,
      value: null,
      threshold: null,
      unit: null,
    }
  const why = ({ reason, value, threshold, unit }: Decided) => {
    const text = t(`tracks.border.${reason}`)
    if (value === null || threshold === null || unit === null) return text
    const write = (amount: number) =>
      unit === 'kmh' ? format.speed(amount) : unit === 'm' ? format.distance(amount) : format.duration(amount)
    const measured = { reason: text, value: write(value), threshold: write(threshold) }
    if (unit !== 'ms') return t('tracks.border.measured', measured)
    return t(reason === 'ignition' ? 'tracks.border.ignitionOff' : 'tracks.border.stood', measured)
  }
  return (
    <Dialog open footer={null} title={t(`tracks.${kind}`)} width={460} onCancel={onClose}>
      {!data ? (
        <ContentLoading error={error} />
      ) : (
        <Flex component="dl" vertical gap={10}>
          <div>
            <dt className="tw-small tw-muted">{t('tracks.began', { time: format.dateTime(from) })}</dt>
            <dd>
              {episode.began === 'range' ? t('tracks.border.rangeBegan') : why(borderAt(from, episode.began))}
            </dd>
          </div>
          <div>
            <dt className="tw-small tw-muted">{t('tracks.ended', { time: format.dateTime(to) })}</dt>
            <dd>{why(borderAt(to, episode.ended))}</dd>
          </div>
          {idleMs > 0 && (
            <div>
              <dt className="tw-small tw-muted">{t('tracks.idle')}</dt>
              <dd>{format.duration(idleMs)}</dd>
            </div>
          )}
        </Flex>
      )}
    </Dialog>
  )
}
