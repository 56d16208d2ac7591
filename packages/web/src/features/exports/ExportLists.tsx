import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TablePart } from '../../ui/list/data-table.ts'
import { ScheduleList } from '../report-schedules/ScheduleList.tsx'
import { ExportList } from './ExportList.tsx'

export interface ShownLists {
  list: 'files' | 'schedules'
  part: TablePart
}

interface ExportListsProps {
  shown: ShownLists
  onList: (list: ShownLists['list']) => void
  onPart: (part: TablePart) => void
  /** A way to the reports, for those who have no file yet. */
  toReports: ReactNode
}

/** Files made of reports, and the reports that go out by mail. */
export function ExportLists({ shown: { list, part }, onList, onPart, toReports }: ExportListsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div>
        <Segmented
          aria-label={t('exports.title')}
          value={list}
          options={[
            { value: 'files', label: t('exports.files') },
            { value: 'schedules', label: t('exports.schedules') },
          ]}
          onChange={onList}
        />
      </div>
      {list === 'schedules' ? (
        <ScheduleList part={part} onPart={onPart} />
      ) : (
        <ExportList part={part} onPart={onPart} toReports={toReports} />
      )}
    </>
  )
}
