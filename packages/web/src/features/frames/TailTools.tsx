import { frameDirections } from '@trackway/core/codes/frames.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { Badge, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../base/save-file.ts'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { useDeviceOptions } from '../../ui/vehicles/DeviceLookup.tsx'
import { writeDevices } from '../../ui/vehicles/vehicle-list.ts'
import { useDeviceUrl } from './use-device-url.ts'
import type { TailRow, useTail } from './use-tail.ts'

export interface Filter {
  text: string
  direction: Frame['direction'] | null
  isFaultyOnly: boolean
}

interface TailToolsProps {
  ids: readonly string[]
  tail: ReturnType<typeof useTail>
  /** The rows that the filter lets through. */
  rows: readonly TailRow[]
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Which devices and frames are shown; pause, mark, clear and save. */
export function TailTools({ ids, tail, rows, filter, onFilter }: TailToolsProps) {
  const { t } = useTranslation()
  const { change } = useDeviceUrl()
  const [sought, setSought] = useState('')
  const { options } = useDeviceOptions(sought)
  const watch = (next: readonly string[]) => {
    const terminalIDs = writeDevices(next.slice(0, limits.watchedDevices))
    change({ terminalID: undefined, terminalIDs } as never)
  }
  return (
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
          <Button onClick={() => saveRows(rows)} disabled={rows.length === 0}>
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
        className="tw-tool-wide"
        showSearch={{ filterOption: false, onSearch: setSought }}
        options={options}
        optionLabelProp="value"
        aria-label={t('frames.devices')}
        placeholder={t('frames.devicesText', { max: limits.watchedDevices })}
        tokenSeparators={[',', '，', ' ', '\n', ';']}
        value={[...ids]}
        onChange={watch}
      />
      <Input
        allowClear
        className="tw-width-180"
        aria-label={t('frames.filter')}
        placeholder={t('frames.filter')}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <Select
        allowClear
        popupMatchSelectWidth={false}
        aria-label={t('frames.direction')}
        placeholder={t('frames.bothDirections')}
        value={filter.direction}
        options={frameDirections.map((value) => ({ value, label: t(`reports.frameDirection.${value}`) }))}
        onChange={(direction) => onFilter({ ...filter, direction: direction ?? null })}
      />
      <Button
        aria-pressed={filter.isFaultyOnly}
        type={filter.isFaultyOnly ? 'primary' : 'default'}
        onClick={() => onFilter({ ...filter, isFaultyOnly: !filter.isFaultyOnly })}
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
  )
}

function saveRows(rows: readonly TailRow[]): void {
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
