import { useSearch } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Split } from '../../ui/layout/Split.tsx'
import { readDevices } from '../../ui/vehicles/vehicle-list.ts'
import { Bytes } from './Bytes.tsx'
import { FrameDetail } from './FrameDetail.tsx'
import styles from './frames.module.css'
import { type Filter, TailTools } from './TailTools.tsx'
import { type TailRow, useTail } from './use-tail.ts'

/** Frames of some devices as they come and go: paused, marked, filtered, saved; one opens its fields. */
export function LiveTail() {
  const { t, format } = useTexts()
  const url = useSearch({ strict: false }) as { terminalID?: string; terminalIDs?: string }
  const ids = readDevices(url.terminalIDs ?? url.terminalID).slice(0, limits.watchedDevices)
  const tail = useTail(ids)
  const [filter, setFilter] = useState<Filter>({ text: '', direction: null, isFaultyOnly: false })
  const [shown, setShown] = useState<Frame | null>(null)
  const rows = tail.rows.filter((row) => row.kind === 'mark' || fits(row.frame, filter))
  return (
    <>
      <TailTools ids={ids} tail={tail} rows={rows} filter={filter} onFilter={setFilter} />
      {tail.refusal !== null && <Alert type="error" showIcon role="alert" title={tail.refusal} />}
      {tail.missed > 0 && <Alert type="warning" title={t('frames.missed', { count: tail.missed })} />}
      {ids.length === 0 ? (
        <EmptyState title={t('frames.noTail')} text={t('frames.noTailText')} />
      ) : (
        <Split panel={shown && <FrameDetail frame={shown} onClose={() => setShown(null)} />}>
          {rows.length === 0 ? (
            <EmptyState title={t('frames.waiting')} text={t('frames.waitingText')} />
          ) : (
            <ul className="tw-frame tw-fill tw-scroll" aria-label={t('frames.tab.monitor')} aria-live="off">
              {rows.map((row) =>
                row.kind === 'mark' ? (
                  <li key={row.id} className={`${styles.mark} tw-line-below tw-tiny`}>
                    {format.moment(row.time)} · {row.text}
                  </li>
                ) : (
                  <li key={row.id}>
                    <TailLine
                      row={row}
                      isShown={shown?.id === row.frame.id}
                      onShow={() => setShown(row.frame)}
                    />
                  </li>
                ),
              )}
            </ul>
          )}
        </Split>
      )}
      <small className="tw-inset-on-phone tw-muted">{t('frames.kept', { count: tail.rows.length })}</small>
    </>
  )
}

interface TailLineProps {
  row: Extract<TailRow, { kind: 'frame' }>
  isShown: boolean
  onShow: () => void
}

function TailLine({ row: { frame }, isShown, onShow }: TailLineProps) {
  const { t, format } = useTexts()
  return (
    <button
      type="button"
      className={`${styles.row} tw-choice tw-row-button tw-line-below tw-grid ${frame.error === null ? '' : 'tw-danger'}`}
      aria-pressed={isShown}
      onClick={onShow}
    >
      <span className="tw-number tw-muted">{format.moment(frame.time).slice(-12)}</span>
      <span title={t(`reports.frameDirection.${frame.direction}`)}>
        {frame.direction === 'in' ? '↑' : '↓'}
      </span>
      <span className="tw-number">{frame.terminalID}</span>
      <span className="tw-ellipsis">{frame.name ?? frame.type ?? ''}</span>
      <Bytes hex={frame.hex} />
    </button>
  )
}

function fits(frame: Frame, { text, direction, isFaultyOnly }: Filter): boolean {
  if (direction !== null && frame.direction !== direction) return false
  if (isFaultyOnly && frame.error === null) return false
  const needle = text.trim().toLowerCase()
  if (needle === '') return true
  const texts = [
    frame.terminalID,
    frame.hex,
    frame.name,
    frame.type,
    frame.protocol,
    ...(frame.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]
  const inHex = needle.replaceAll(' ', '')
  return texts.some((part) => part?.toLowerCase().includes(needle) || part?.toLowerCase().includes(inHex))
}
