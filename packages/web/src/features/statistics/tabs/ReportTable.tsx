import type { UseQueryResult } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import type { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { DataTable } from '../../../ui/list/DataTable.tsx'
import type { DataTableProps } from '../../../ui/list/data-table.ts'
import { ExportButton } from '../../exports/ExportButton.tsx'
import type { ReportRow } from '../columns/report-columns.tsx'
import { type Order, searchOf, useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { type Answered, NothingFound } from './NothingFound.tsx'
import { ReportFailed } from './ReportFailed.tsx'

type TableProps = DataTableProps<ReportRow>

interface ReportTableProps
  extends Pick<TableProps, 'columns' | 'rowKey' | 'rowName' | 'part' | 'tools' | 'selected' | 'onSelect'>,
    Pick<TableProps, 'actions' | 'selection' | 'bulkBar'> {
  /** The choice of columns is stored as `statistics.<name>`. */
  name: string
  /** The request of the report; an export repeats it for all pages, with the columns that are shown. */
  request: Omit<InputOf<typeof exportCalls.create>, 'format'>
  answer: UseQueryResult<{ list: ReportRow[]; total: number } & Answered>
  /** Any page of the same, for paper. */
  readPage: (page: { pageNum: number; pageSize: number }) => Promise<{ list: ReportRow[] }>
  /** The default order, which is left out of the address. */
  usual: Order
  /** It leaves out rows that may be shown. */
  hidesEmpty?: boolean
}

/** The rows of a report: what was found, why nothing was, and its file. */
export function ReportTable({
  name,
  request,
  answer,
  readPage,
  usual,
  hidesEmpty = false,
  ...rest
}: ReportTableProps) {
  const { t, format } = useTexts()
  const { change } = useStatisticsUrl()
  const { data, error, isPlaceholderData } = answer
  const retry = () => void answer.refetch()
  return (
    <DataTable<ReportRow>
      isDense
      name={`statistics.${name}`}
      label={t(`reports.name.${request.report}`)}
      rows={data?.list}
      total={data?.total ?? 0}
      onPart={(next) => change(searchOf(next, usual))}
      isStale={isPlaceholderData}
      error={error}
      onRetry={retry}
      print={{
        readPage: async (pageNum, pageSize) => (await readPage({ pageNum, pageSize })).list,
        facts: data && [
          [
            t('reports.vehicles'),
            t('reports.withData', {
              n: format.number(data.devicesWithData),
              m: format.number(data.devices),
            }),
          ],
        ],
      }}
      failed={<ReportFailed error={error} onRetry={retry} />}
      empty={<NothingFound answer={data} hidesEmpty={hidesEmpty} />}
      toolsEnd={(shown) => (
        <ExportButton
          request={{
            ...request,
            sort: rest.part.sort,
            isDescending: rest.part.isDescending,
            columns: shown.map(({ key }) => key),
          }}
          rows={data?.total ?? 0}
        />
      )}
      {...rest}
    />
  )
}
