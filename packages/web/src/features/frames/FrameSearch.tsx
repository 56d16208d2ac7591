import { DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { type Frame, frameCalls, frameList } from '@trackway/core/features/frames/calls.ts'
import { endOfMinute } from '@trackway/core/rules/local-minutes.ts'
import { instantOfWallTime, wallTime } from '@trackway/core/rules/wall-time.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { saveFile } from '../../base/save-file.ts'
import { useUser } from '../../base/session.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Split } from '../../ui/layout/Split.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { type AnyListUrl, filterOf } from '../../ui/list/list-url.ts'
import { MinutePicker } from '../../ui/period/MinutePicker.tsx'
import { minutePeriod } from '../../ui/period/minutes.ts'
import { DeviceLookup } from '../../ui/vehicles/DeviceLookup.tsx'
import { Bytes } from './Bytes.tsx'
import { FrameDetail } from './FrameDetail.tsx'
import { UnknownDevice } from './UnknownDevice.tsx'
import { useDeviceUrl } from './use-device-url.ts'

const decoded = ['type', 'name', 'kind', 'error', 'fields']
/** The bytes alone. */
const rawList = {
  ...frameList,
  columns: frameList.columns.filter(({ key }) => !decoded.includes(key)),
  filters: frameList.filters.filter(({ key }) => key !== 'kind'),
}

const hourMs = 3_600_000

/** Frames to and from a device: a list, and of one its fields with their bytes. @param isRaw the bytes alone */
export function FrameSearch({ isRaw = false }: { isRaw?: boolean }) {
  const { t } = useTranslation()
  const { act } = useAction()
  const { timeZone } = useUser()
  const { terminalID, change, ...url } = useDeviceUrl()
  // What the list leaves out the file does, too.
  const filter = filterOf(frameList, useSearch({ strict: false }) as AnyListUrl)
  const [opened] = useState(() => Date.now())
  const from = Number(url.from) || opened - 24 * hourMs
  // Without an end of its own it goes on as long as the page is open.
  const to = Number(url.to) || opened + 24 * hourMs
  const [shown, setShown] = useState<Frame | null>(null)
  const { data: unknown } = useCall(
    ['frames', 'unknown', terminalID],
    frameCalls.unknown,
    { terminalID: terminalID! },
    { enabled: !isRaw && terminalID !== undefined, retry: false },
  )
  const save = () =>
    act(async () => {
      const request = { ...filter, terminalID: terminalID!, from, to, format: 'txt' as const }
      const { content, fileName } = await apiFile(frameCalls.export, request)
      saveFile(content, fileName)
    })
  const minuteOf = (time: number) => wallTime(time, timeZone).slice(0, 16).replace(' ', 'T')
  return (
    <>
      <Toolbar
        end={
          <Button
            icon={<DownloadOutlined />}
            disabled={terminalID === undefined || unknown !== undefined}
            onClick={() => void save()}
          >
            {t('frames.saveText')}
          </Button>
        }
      >
        <DeviceLookup
          value={terminalID}
          button={<SearchOutlined aria-label={t('frames.find')} />}
          onDevice={(id) => change({ terminalID: id || undefined })}
        />
        <MinutePicker
          period={minutePeriod(
            { from: minuteOf(from), to: minuteOf(Math.min(to, Date.now())) },
            limits.logDays,
            opened,
            timeZone,
          )}
          presets={['today', 'yesterday', 'threeDays', 'sevenDays']}
          maxDays={limits.logDays}
          onPeriod={([first, last]) =>
            change({ from: instantOfWallTime(first, timeZone), to: endOfMinute(last, timeZone) })
          }
        />
      </Toolbar>
      {terminalID === undefined ? (
        <EmptyState title={t('frames.noDevice')} text={t('frames.noDeviceText', { days: limits.logDays })} />
      ) : unknown ? (
        <UnknownDevice terminalID={terminalID} data={unknown} />
      ) : (
        <Split panel={shown && <FrameDetail frame={shown} isRaw={isRaw} onClose={() => setShown(null)} />}>
          <ListScreen
            list={isRaw ? rawList : frameList}
            given={{ terminalID, from, to }}
            onSelect={setShown}
            onOpen={setShown}
            selected={shown?.id ?? null}
            cells={{ hex: ({ hex }) => <Bytes hex={hex} /> }}
          />
        </Split>
      )}
    </>
  )
}
