import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { Alert, Tag } from 'antd'
import { useTexts } from '../../base/use-texts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useTail } from '../frames/use-tail.ts'
import styles from './gw005.module.css'

interface MessagesProps {
  terminalID: string
  /** The newest of each message that the log has. */
  newest: readonly Frame[]
  shown: Frame | null
  onShow: (frame: Frame) => void
}

const mostLive = 50

/** The newest of each message with its age, and below them all messages as they come. */
export function Messages({ terminalID, newest, shown, onShow }: MessagesProps) {
  const { t } = useTexts()
  const tail = useTail([terminalID])
  const come = tail.rows.flatMap((row) => (row.kind === 'frame' ? row.frame : []))
  const byType = new Map<string, Frame>()
  for (const frame of [...come, ...newest]) {
    const key = `${frame.direction} ${frame.type}`
    if ((byType.get(key)?.time ?? 0) < frame.time) byType.set(key, frame)
  }
  const last = [...byType.values()].sort((a, b) => b.time - a.time)
  const line = (frame: Frame) => (
    <MessageLine key={frame.id} frame={frame} isShown={frame.id === shown?.id} onShow={() => onShow(frame)} />
  )
  return (
    <>
      <Panel title={t('gw005.messages')} isFlush>
        {last.length === 0 ? (
          <p className="tw-muted tw-padded-panel">{t('gw005.noMessages')}</p>
        ) : (
          last.map(line)
        )}
      </Panel>
      <Panel
        title={t('gw005.live')}
        note={
          <Tag color={tail.status === 'live' ? 'success' : 'warning'}>
            {t(tail.status === 'live' ? 'gw005.watching' : 'gw005.connecting')}
          </Tag>
        }
        isFlush
      >
        {tail.refusal && <Alert type="error" showIcon title={tail.refusal} />}
        {come.length === 0 ? (
          <p className="tw-muted tw-padded-panel">{t('gw005.noLive')}</p>
        ) : (
          <div className={`${styles.live} tw-scroll`}>{come.slice(0, mostLive).map(line)}</div>
        )}
      </Panel>
    </>
  )
}

function MessageLine({ frame, isShown, onShow }: { frame: Frame; isShown: boolean; onShow: () => void }) {
  const { t } = useTexts()
  return (
    <button
      type="button"
      className={`${styles.message} tw-choice tw-row-button tw-line-below tw-grid ${frame.error === null ? '' : 'tw-danger'}`}
      aria-pressed={isShown}
      onClick={onShow}
    >
      <span title={t(`reports.frameDirection.${frame.direction}`)}>
        {frame.direction === 'in' ? '↑' : '↓'}
      </span>
      <span className="tw-mono">{frame.type}</span>
      <span className="tw-ellipsis">{frame.name}</span>
      <RelativeTime at={frame.time} />
    </button>
  )
}
