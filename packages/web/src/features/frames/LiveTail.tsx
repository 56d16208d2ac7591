import { useSearch } from '@tanstack/react-router'
import { frameDirections } from '@trackway/core/codes/frames.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { Alert, Badge, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../base/save-file.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Split } from '../../ui/layout/Split.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { useDeviceOptions } from '../../ui/vehicles/DeviceLookup.tsx'
import { readDevices, writeDevices } from '../../ui/vehicles/vehicle-list.ts'
import { Bytes } from './Bytes.tsx'
import { FrameDetail } from './FrameDetail.tsx'
import styles from './frames.module.css'
import { useDeviceUrl } from './use-device-url.ts'
import { type TailRow, useTail } from './use-tail.ts'

interface Filter {
  text: string
  direction: Frame['direction'] | null
  isFaultyOnly: boolean
}

/** Frames of some devices as they come and go: paused, marked, filtered, saved; one opens its fields. */
export function LiveTail() {
  const { t, format } = useTexts()
  const { change } = useDeviceUrl()
  const url = useSearch({ strict: false }) as { terminalID?: string; terminalIDs?: string }
  const ids = readDevices(url.terminalIDs ?? url.terminalID).slice(0, limits.watchedDevices)
  const tail = useTail(ids)
  const [filter, setFilter] = useState<Filter>({ text: '', direction: null, isFaultyOnly: false })
  const [shown, setShown] = useState<Frame | null>(null)
  const [sought, setSought] = useState('')
  const { options } = useDeviceOptions(sought)
  const watch = (next: readonly string[]) => {
    const terminalIDs = writeDevices(next.slice(0, limits.watchedDevices))
    change({ terminalID: undefined, terminalIDs } as never)
  }
  const rows = tail.rows.filter((row) => row.kind === 'mark' || fits(row.frame, filter))
  const save = () => {
    const lines = rows
      .toReversed()
      .map((row) =>
        row.kind === 'mark'
          ? `# ${new Date(row.time).toISOString()} ${row.text}`
          : [
              new Date(row.frame.time).toISOString(),
              row.frame.terminalID,
              row.frame.direction === 'in' ? '<' : '>',
              row.frame.hex,
            ].join(' '),
      )
    saveFile(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }), 'live-frames.txt')
  }
  return (
    <>
      <Toolbar
        end={
          <>
            <Button aria-pressed={tail.isPaused} onClick={tail.togglePause} disabled={ids.length === 0}>
              {tail.isPaused ? t('frames.goOn', { count: tail.waiting }) : t('frames.pause')}
            </Button>
            <Button onClick={() => tail.mark(t('frames.markText'))} disabled={ids.length === 0}>
              {t('frames.mark')}
            </Button>
            <Button onClick={tail.clear} disabled={tail.rows.length === 0}>
              {t('frames.clear')}
            </Button>
            <Button onClick={save} disabled={rows.length === 0}>
              {t('frames.export')}
            </Button>
          </>
        }
      >
        <Select
          mode="tags"
          suffixIcon={null}
          notFoundContent={null}
          popupMatchSelectWidth={false}
          maxCount={limits.watchedDevices}
          style={{ minWidth: 260 }}
          showSearch={{ filterOption: false, onSearch: setSought }}
          options={options}
          optionLabelProp="value"
          aria-label={t('frames.devices')}
          placeholder={t('frames.devicesText', { max: limits.watchedDevices })}
          tokenSeparators={[',', '，', ' ', '\n', ';']}
          value={ids}
          onChange={watch}
        />
        <Input
          allowClear
          className="tw-width-180"
          aria-label={t('frames.filter')}
          placeholder={t('frames.filter')}
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <Select
          allowClear
          popupMatchSelectWidth={false}
          aria-label={t('frames.direction')}
          placeholder={t('frames.bothDirections')}
          value={filter.direction}
          options={frameDirections.map((value) => ({ value, label: t(`reports.frameDirection.${value}`) }))}
          onChange={(direction) => setFilter({ ...filter, direction: direction ?? null })}
        />
        <Button
          aria-pressed={filter.isFaultyOnly}
          type={filter.isFaultyOnly ? 'primary' : 'default'}
          onClick={() => setFilter({ ...filter, isFaultyOnly: !filter.isFaultyOnly })}
        >
          {t('frames.faultyOnly')}
        </Button>
        {ids.length > 0 && (
          <Badge
            status={tail.status === 'live' ? 'success' : 'warning'}
            text={t(`frames.status.${tail.status}`)}
          />
        )}
      </Toolbar>
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
      <small className={`${styles.kept} tw-muted`}>{t('frames.kept', { count: tail.rows.length })}</small>
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
      className={`${styles.row} tw-row-button tw-line-below tw-grid`}
      aria-pressed={isShown}
      data-error={frame.error !== null}
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
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  const said = [
    frame.terminalID,
    frame.hex,
    frame.name,
    frame.type,
    frame.protocol,
    ...(frame.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]
  const inHex = wanted.replaceAll(' ', '')
  return said.some((part) => part?.toLowerCase().includes(wanted) || part?.toLowerCase().includes(inHex))
}
