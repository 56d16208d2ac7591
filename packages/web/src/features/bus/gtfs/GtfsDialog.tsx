import { InboxOutlined } from '@ant-design/icons'
import { busCalls, busLimits } from '@trackway/core/features/bus/calls.ts'
import type { GtfsRead } from '@trackway/core/features/bus/gtfs/gtfs.ts'
import type { GtfsLine } from '@trackway/core/features/bus/gtfs/gtfs-line.ts'
import { Alert, App, Checkbox, Flex, Progress, Table, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import type { Encoding } from '../../../base/decode-text.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { EncodingPicker } from '../../../ui/pickers/EncodingPicker.tsx'
import { readFeed } from './read-feed.ts'

interface GtfsDialogProps {
  isOpen: boolean
  onClose: () => void
}

const usualColour = '#0b6e78'

/** Reads a GTFS feed, shows its lines and what is wrong with its rows, and adds the lines that are chosen. */
export function GtfsDialog({ isOpen, onClose }: GtfsDialogProps) {
  const { t, toText } = useTexts()
  const { message } = App.useApp()
  const [read, setRead] = useState<GtfsRead | null>(null)
  const [source, setSource] = useState<{ files: readonly File[]; encoding: Encoding } | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [userId, setUserId] = useState<number | undefined>()
  const [error, setError] = useState<string | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [done, setDone] = useState<number | null>(null)

  const start = async (files: readonly File[], encoding?: Encoding) => {
    setIsReading(true)
    setError(null)
    const answer = await readFeed(files, encoding).catch(() => ({ error: 'unreadable' as const }))
    setIsReading(false)
    if ('error' in answer) return setError(t(`bus.gtfs.error.${answer.error}`))
    setRead(answer.read)
    setSource({ files, encoding: answer.encoding })
    setChosen(new Set(answer.read.lines.flatMap(({ isUsual }, i) => (isUsual ? [i] : []))))
  }
  const close = () => {
    setRead(null)
    setError(null)
    setDone(null)
    onClose()
  }
  const add = async () => {
    const lines = (read?.lines ?? []).filter((_, i) => chosen.has(i))
    setError(null)
    let added = 0
    try {
      for (; added < lines.length; added += busLimits.linesAtOnce) {
        setDone(added / lines.length)
        const part = lines.slice(added, added + busLimits.linesAtOnce).map(toLine)
        await api(busCalls.addMany, { lines: part, ...(userId !== undefined && { userId }) })
      }
      message.success(t('bus.gtfs.added', { count: lines.length }))
      close()
    } catch (failure) {
      // Lines that were added stay: only the rest is requested again.
      const kept = new Set(lines.slice(added))
      setChosen(new Set((read?.lines ?? []).flatMap((line, i) => (kept.has(line) ? [i] : []))))
      setError(toText(failure))
      setDone(null)
    }
    await reread('list')
  }

  return (
    <Dialog
      open={isOpen}
      width={860}
      title={t('bus.gtfs.title')}
      okText={t('bus.gtfs.add', { count: chosen.size })}
      okButtonProps={{ disabled: read === null || chosen.size === 0 }}
      confirmLoading={done !== null}
      onOk={() => void add()}
      onCancel={close}
    >
      <Flex vertical gap={16}>
        {error && <Alert type="error" showIcon title={error} />}
        {done !== null && <Progress percent={Math.round(100 * done)} status="active" />}
        {read === null ? (
          <Upload.Dragger
            multiple
            accept=".zip,.txt"
            showUploadList={false}
            disabled={isReading}
            beforeUpload={(file, all) => {
              if (file === all.at(-1)) void start(all)
              return false
            }}
          >
            <p>
              <InboxOutlined className="tw-accent tw-size-32" />
            </p>
            <p>{t(isReading ? 'bus.gtfs.reading' : 'bus.gtfs.drop')}</p>
            <p className="tw-muted tw-small">{t('bus.gtfs.files')}</p>
          </Upload.Dragger>
        ) : (
          <>
            <Flex wrap gap={12} align="center">
              <AccountPicker isExact value={userId} label={t('bus.route.account')} onChange={setUserId} />
              {source && (
                <EncodingPicker
                  value={source.encoding}
                  onChange={(encoding) => void start(source.files, encoding)}
                />
              )}
            </Flex>
            <LineTable lines={read.lines} chosen={chosen} onChosen={setChosen} />
            <Faults read={read} />
          </>
        )}
      </Flex>
    </Dialog>
  )
}

interface LineTableProps {
  lines: readonly GtfsLine[]
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
}

function LineTable({ lines, chosen, onChosen }: LineTableProps) {
  const { t } = useTranslation()
  const rows = lines.map((line, key) => ({ ...line, key }))
  const all = rows.length > 0 && chosen.size === rows.length
  return (
    <>
      <Checkbox
        checked={all}
        indeterminate={!all && chosen.size > 0}
        onChange={({ target }) => onChosen(new Set(target.checked ? rows.map(({ key }) => key) : []))}
      >
        {t('bus.gtfs.found', { count: rows.length })}
      </Checkbox>
      <Table
        size="small"
        scroll={{ y: 280 }}
        pagination={false}
        virtual
        dataSource={rows}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => onChosen(new Set(keys as number[])),
        }}
        columns={[
          { title: t('reports.column.busLine'), dataIndex: 'name', width: 130, ellipsis: true },
          {
            title: t('reports.column.direction'),
            width: 100,
            render: (_, { direction }) => t(`reports.busDirection.${direction}`),
          },
          {
            title: t('bus.gtfs.ends'),
            ellipsis: true,
            render: (_, { stops }) => `${stops[0]?.name ?? '–'} – ${stops.at(-1)?.name ?? '–'}`,
          },
          { title: t('reports.column.busStops'), width: 80, render: (_, { stops }) => stops.length },
          {
            title: t('reports.column.departures'),
            width: 130,
            render: (_, { timetable }) =>
              timetable.reduce((sum, { departures }) => sum + departures.length, 0),
          },
        ]}
      />
    </>
  )
}

/** What could not be read, row by row. */
function Faults({ read: { faults, faultCount } }: { read: GtfsRead }) {
  const { t } = useTranslation()
  if (faultCount === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('bus.gtfs.faults', { count: faultCount })}
      description={
        <ul className="tw-scroll-short tw-marked">
          {faults.map(({ file, row, reason, value }) => (
            <li key={`${file} ${row} ${reason} ${value}`}>
              {row === null ? `${file}.txt` : t('bus.gtfs.row', { file: `${file}.txt`, row })}:{' '}
              {t(`bus.gtfs.reason.${reason}`, { value })}
            </li>
          ))}
        </ul>
      }
    />
  )
}

/** What a feed has too much of is cut, rather than that the line is refused. */
function toLine({ name, direction, colour, shape, stops, timetable }: GtfsLine) {
  return {
    name: name.slice(0, 64),
    direction,
    colour: colour ?? usualColour,
    shape,
    stops: stops.map((stop) => ({ lat: stop.lat, lon: stop.lon, name: stop.name.slice(0, 64) })),
    timetable: timetable.map(({ days, exceptDates, extraDates, offsetsMin, departures, ...dates }) => ({
      ...dates,
      days: [...days],
      ...(exceptDates && { exceptDates: exceptDates.slice(0, busLimits.dates) }),
      ...(extraDates && { extraDates: extraDates.slice(0, busLimits.dates) }),
      offsetsMin: [...offsetsMin],
      departures: departures.slice(0, busLimits.departures),
    })),
  }
}
