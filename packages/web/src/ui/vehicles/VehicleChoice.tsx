import { useVirtualizer } from '@tanstack/react-virtual'
import { Alert, Button, Checkbox, Flex, Input, Spin } from 'antd'
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { VirtualRows } from '../list/VirtualRows.tsx'
import { useMatches } from '../search/use-matches.ts'
import styles from './VehicleChoice.module.css'
import {
  findVehicles,
  listedVehicles,
  matchList,
  maxChosenDevices,
  readList,
  useVehicles,
  type Vehicle,
} from './vehicle-list.ts'

interface VehicleChoiceProps {
  userId: number | undefined
  chosen: readonly string[]
  onChoose: (terminalIDs: string[]) => void
  /** Nothing chosen means none, not all. */
  isNone?: boolean
  /** Also those that the account had before. */
  withFormer?: boolean
}

const rowPx = 40
const none: readonly Vehicle[] = []

/** The list to choose vehicles from. A pasted list of ids or plates chooses those it names. */
export function VehicleChoice({
  userId,
  chosen,
  onChoose,
  isNone = false,
  withFormer = false,
}: VehicleChoiceProps) {
  const { t, format, toText } = useTexts()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<string[]>([])
  const { data, error } = useVehicles(userId, true, { withFormer })
  const vehicles = data?.vehicles
  const found = useMemo(() => {
    const words = text.trim().toLowerCase()
    return words && vehicles ? vehicles.filter((vehicle) => vehicle.words.includes(words)) : vehicles
  }, [vehicles, text])

  const choose = (ids: readonly string[]) => onChoose([...new Set(ids)].slice(0, maxChosenDevices))
  const toggle = (id: string) =>
    choose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])

  const chooseList = async (entries: string[]) => {
    const match = matchList(entries, vehicles ?? [])
    const isWhole = (data?.total ?? 0) <= listedVehicles
    const further = isWhole ? [] : await findVehicles(match.missing)
    setMissing(matchList(match.missing, further).missing)
    choose([...chosen, ...[...match.found, ...further].map(({ terminalID }) => terminalID)])
    setText('')
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const entries = readList(event.clipboardData.getData('text'))
    if (!entries) return
    event.preventDefault()
    void chooseList(entries)
  }
  const matches = useMatches({
    matches: text.trim() === '' ? none : (found ?? none),
    searched: text.trim(),
    isPending: vehicles === undefined && error === null,
    onTake: ({ terminalID }) => toggle(terminalID),
  })

  return (
    <div className={`${styles.vehicles} tw-popover tw-grid`}>
      <Input
        type="search"
        allowClear
        placeholder={t('ui.vehicles.findVehicle')}
        aria-label={t('ui.vehicles.findVehicle')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          matches.onText()
        }}
        onPaste={onPaste}
        onKeyDown={(event) => {
          const entries = event.key === 'Enter' && !event.nativeEvent.isComposing ? readList(text) : null
          if (!entries) return matches.onKeyDown(event, text)
          event.preventDefault()
          void chooseList(entries)
        }}
      />
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          closable={{ onClose: () => setMissing([]) }}
          title={t('ui.vehicles.notFound', { count: missing.length, names: missing.slice(0, 8).join(', ') })}
        />
      )}
      {error ? (
        <p role="alert">{toText(error)}</p>
      ) : found ? (
        <VehicleRows vehicles={found} chosen={chosen} marked={matches.marked} onToggle={toggle} />
      ) : (
        <Spin />
      )}
      {data && data.total > listedVehicles && (
        <small className="tw-muted">
          {t('ui.vehicles.listCut', {
            shown: format.number(listedVehicles),
            total: format.number(data.total),
          })}
        </small>
      )}
      <Flex component="footer" align="center" justify="space-between" gap={8} className="tw-small">
        <span className="tw-muted" role="status">
          {chosen.length === 0
            ? t(isNone ? 'ui.vehicles.noneChosen' : 'ui.vehicles.allVehicles')
            : t('ui.vehicles.chosen', {
                count: chosen.length,
                shown: format.number(chosen.length),
              })}
          {chosen.length >= maxChosenDevices && ` · ${t('ui.vehicles.maxChosen')}`}
        </span>
        {chosen.length > 0 && (
          <Button type="link" size="small" onClick={() => choose([])}>
            {t(isNone ? 'ui.vehicles.clear' : 'ui.vehicles.chooseAll')}
          </Button>
        )}
      </Flex>
    </div>
  )
}

interface VehicleRowsProps {
  vehicles: readonly Vehicle[]
  chosen: readonly string[]
  /** The place of the one that Enter takes; -1: none. */
  marked: number
  onToggle: (terminalID: string) => void
}

function VehicleRows({ vehicles, chosen, marked, onToggle }: VehicleRowsProps) {
  const { t, format } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const isChosen = useMemo(() => new Set(chosen), [chosen])
  const list = useVirtualizer({
    count: vehicles.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is marked comes into sight
  useEffect(() => {
    if (marked >= 0) list.scrollToIndex(marked)
  }, [marked])
  if (vehicles.length === 0) return <p className={`tw-muted ${styles.list}`}>{t('ui.vehicles.noVehicle')}</p>
  return (
    <div ref={box} className={styles.list}>
      <VirtualRows rows={vehicles} list={list} rowKey={({ terminalID }) => terminalID}>
        {({ terminalID, name, untilTime }) => (
          <Checkbox
            className={vehicles[marked]?.terminalID === terminalID ? 'tw-marked' : ''}
            checked={isChosen.has(terminalID)}
            onChange={() => onToggle(terminalID)}
          >
            <span>{name}</span>
            {name !== terminalID && <small className="tw-muted tw-number">{terminalID}</small>}
            {untilTime !== undefined && (
              <small className="tw-muted">
                {t('ui.vehicles.formerUntil', { day: format.date(untilTime) })}
              </small>
            )}
          </Checkbox>
        )}
      </VirtualRows>
    </div>
  )
}
