import { DownloadOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { maxVisits, type VisitFound, type Visitor } from '@trackway/core/features/check-car/calls.ts'
import { makesFiles } from '@trackway/core/features/exports/calls.ts'
import { Alert, Button, Flex } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../base/save-file.ts'
import { useCan } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { CopyText } from '../../../ui/link/CopyText.tsx'
import { VirtualRows } from '../../../ui/list/VirtualRows.tsx'
import type { Search } from './use-visitors.ts'
import styles from './VisitorList.module.css'
import { VisitorRow, VisitRow } from './VisitRows.tsx'
import { visitsCsv } from './visits-csv.ts'

interface VisitorListProps {
  found: Search | null
  selected: VisitFound | null
  /** Whose path on the map, or row here, is under the pointer. */
  pointed: VisitFound | null
  onSelect: (visit: VisitFound) => void
  /** The visit under the pointer, or that has the focus. */
  onPoint: (visit: VisitFound | null) => void
}

type Row = { visitor: Visitor; visit: VisitFound | null }

const [visitorPx, visitPx] = [44, 56]

/** Who was there, and when: a group for each device, which can be folded. */
export function VisitorList({ found, selected, pointed, onSelect, onPoint }: VisitorListProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  const isPhone = useIsPhone()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const visitors = found?.visitors
  const rows = useMemo<Row[]>(
    () =>
      (visitors ?? []).flatMap((visitor) => {
        const visits = folded.has(visitor.terminalID) ? [] : visitor.visits
        return [{ visitor, visit: null }, ...visits.map((visit) => ({ visitor, visit }))]
      }),
    [visitors, folded],
  )
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (rows[index]?.visit ? visitPx : visitorPx),
    overscan: 8,
  })
  const pointedAt = rows.findIndex(({ visit }) => visit !== null && visit === pointed)
  useEffect(() => {
    if (pointedAt >= 0) list.scrollToIndex(pointedAt, { align: 'auto' })
  }, [pointedAt, list])
  const isDone = found?.state === 'done'
  // On a phone the result is below the form.
  useEffect(() => {
    if (isPhone && isDone) results.current?.scrollIntoView({ behavior: 'smooth' })
  }, [isPhone, isDone])
  const fold = (terminalID: string) => {
    const next = new Set(folded)
    if (!next.delete(terminalID)) next.add(terminalID)
    setFolded(next)
    list.measure()
  }

  const isEmpty = rows.length === 0
  if (isEmpty && (found?.state === 'running' || found?.state === 'failed')) return null
  const why = found === null ? 'nothingAsked' : isDone ? 'nobody' : 'cancelled'
  return (
    <section
      ref={results}
      className={`${styles.results} tw-fill tw-column`}
      aria-label={t('checkCar.results')}
    >
      {found && !isEmpty && <Summary found={found} />}
      {found && <NotFoundNumbers found={found} />}
      {isEmpty ? (
        <div className="tw-centre">
          <EmptyState title={t(`checkCar.${why}`)} text={t(`checkCar.${why}Text`)} />
        </div>
      ) : (
        <div ref={box} className="tw-fill tw-scroll">
          <VirtualRows rows={rows} list={list}>
            {({ visitor, visit }) =>
              visit ? (
                <VisitRow
                  visitor={visitor}
                  visit={visit}
                  isSelected={visit === selected}
                  isPointed={visit === pointed}
                  onSelect={onSelect}
                  onPoint={onPoint}
                />
              ) : (
                <VisitorRow
                  visitor={visitor}
                  isFolded={folded.has(visitor.terminalID)}
                  onFold={() => fold(visitor.terminalID)}
                />
              )
            }
          </VirtualRows>
        </div>
      )}
    </section>
  )
}

function Summary({ found }: { found: Search }) {
  const { t, format } = useTexts()
  const mayExport = useCan(...makesFiles)
  const { visitors, total, progress, state } = found
  const shown = visitors.reduce((sum, { visits }) => sum + visits.length, 0)
  const all = total ?? visitors.reduce((sum, visitor) => sum + visitor.total, 0)
  const save = () => {
    const csv = visitsCsv(visitors, format, t)
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${t('checkCar.fileName')}.csv`)
  }
  return (
    <>
      <Flex component="header" align="center" justify="space-between" gap={12} className="tw-padded-bar">
        <span role="status">
          {t('checkCar.summary', {
            visitors: format.number(visitors.length),
            devices: format.number(progress?.devices ?? 0),
          })}{' '}
          · {t('checkCar.visits', { count: all, shown: format.number(all) })}
        </span>
        {mayExport && (
          <Button size="small" icon={<DownloadOutlined />} disabled={state === 'running'} onClick={save}>
            CSV
          </Button>
        )}
      </Flex>
      {shown < all && (
        <Alert
          type="warning"
          showIcon
          title={t('checkCar.cut', {
            shown: format.number(shown),
            total: format.number(all),
            max: format.number(maxVisits),
          })}
        />
      )}
      {(state === 'cancelled' || state === 'failed') && (
        <Alert type="warning" showIcon title={t('checkCar.incomplete')} />
      )}
    </>
  )
}

/** The numbers of the search, from a link or a list, that none of the caller's devices has. */
function NotFoundNumbers({ found: { request, notFound } }: { found: Search }) {
  const { t, format } = useTexts()
  if (notFound.length === 0) return null
  const searched = request.terminalIDs?.length ?? 0
  return (
    <Alert
      type="warning"
      showIcon
      title={t('checkCar.notFound', {
        count: searched,
        missing: format.number(notFound.length),
        asked: format.number(searched),
      })}
      description={
        <>
          <p className="tw-scroll-short">{notFound.join(', ')}</p>
          <CopyText
            text={notFound.join('\n')}
            label={t('checkCar.numbers', { count: notFound.length, shown: format.number(notFound.length) })}
          />
        </>
      }
    />
  )
}
