import { DeleteOutlined, DownloadOutlined, ExportOutlined, HistoryOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import {
  type IdIssue,
  type IdRange,
  idIssueList,
  idRangeCalls,
  idRangeList,
} from '@trackway/core/features/id-ranges/calls.ts'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { IdCheck } from './IdCheck.tsx'
import { saveIssue } from './save-issue.ts'

const route = getRouteApi('/test/idManager')

/** Ranges of ids, what was handed out of them, and whether an id is right and free. */
export function IdManagerScreen() {
  const { t } = useTexts()
  const { part, id } = route.useSearch()
  const navigate = route.useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const add = <AddButton label={t('idRanges.add')} onClick={() => setIsAdding(true)} />
  return (
    <Page
      title={t('idRanges.title')}
      tabs={{
        activeKey: part ?? 'ranges',
        items: (['ranges', 'issues', 'check'] as const).map((key) => ({
          key,
          label: t(`idRanges.part.${key}`),
        })),
        onChange: (key) =>
          void navigate({ search: key === 'issues' || key === 'check' ? { part: key } : {} }),
      }}
      actions={part === undefined && add}
      isTall={part === 'check'}
    >
      {part === 'check' ? (
        <IdCheck />
      ) : part === 'issues' ? (
        <Issues key={id} />
      ) : (
        <Ranges
          add={add}
          onIssues={(rangeId) => void navigate({ search: { part: 'issues', id: rangeId } })}
        />
      )}
      <FormDialog
        call={idRangeCalls.add}
        isOpen={isAdding}
        title={t('idRanges.add')}
        submitLabel={t('idRanges.save')}
        onClose={() => setIsAdding(false)}
        label={(name) => t(`idRanges.field.${name}`)}
        initial={{ kind: 'imei', hasCheckDigit: false }}
        fields={[
          { name: 'kind', word: (code) => t(`reports.idRangeKind.${code}`) },
          { name: 'firstId', help: t('idRanges.idHelp') },
          'lastId',
          { name: 'hasCheckDigit', help: t('idRanges.checkDigitHelp') },
          ['paperNumber', 'receiver'],
          'note',
        ]}
        refusals={{ idRangeOverlaps: 'firstId' }}
        rereads={['list']}
      />
    </Page>
  )
}

interface RangesProps {
  add: ReactNode
  onIssues: (rangeId: number) => void
}

function Ranges({ add, onIssues }: RangesProps) {
  const { t, format } = useTexts()
  const { act } = useAction()
  const [range, setRange] = useState<IdRange | null>(null)
  const rowActions: RowAction<IdRange>[] = [
    {
      label: 'idRanges.issue',
      icon: <ExportOutlined />,
      call: idRangeCalls.issue,
      isFor: ({ free }) => free > 0,
      run: setRange,
    },
    { label: 'idRanges.issues', icon: <HistoryOutlined />, run: ({ id }) => onIssues(id) },
    { ...deletion<IdRange>(idRangeCalls.delete, 'idRanges'), icon: <DeleteOutlined /> },
  ]
  return (
    <>
      <ListScreen list={idRangeList} rowActions={rowActions} empty={{ action: add }} />
      <FormDialog
        call={idRangeCalls.issue}
        isOpen={range !== null}
        title={t('idRanges.issueOf', { name: range?.firstId })}
        submitLabel={t('idRanges.issue')}
        onClose={() => setRange(null)}
        label={(name) => t(`idRanges.field.${name}`)}
        initial={range ? { id: range.id, count: Math.min(100, range.free) } : {}}
        fields={['count', ['paperNumber', 'receiver'], 'note']}
        refusals={{ idRangeExhausted: 'count' }}
        rereads={['list']}
        done={({ count, firstId, lastId }) =>
          t('idRanges.issued', { shown: format.number(count), first: firstId, last: lastId })
        }
        onDone={({ issueId }) => void act(() => saveIssue(issueId))}
      />
    </>
  )
}

function Issues() {
  const rowActions: RowAction<IdIssue>[] = [
    { label: 'idRanges.download', icon: <DownloadOutlined />, run: ({ id }) => saveIssue(id) },
  ]
  return <ListScreen list={idIssueList} rowActions={rowActions} />
}
