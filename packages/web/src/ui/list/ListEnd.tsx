import type { ListFileRequest } from '@trackway/core/features/exports/calls.ts'
import type { ListColumn } from '@trackway/core/lists/columns.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { useContext } from 'react'
import { ListFileContext } from './list-file.ts'
import { type AnyListUrl, viewOfUrl } from './list-url.ts'
import { SavedViews } from './SavedViews.tsx'
import { useColumnChoice } from './use-column-choice.ts'
import type { Selection } from './use-selection.ts'

interface ListEndProps {
  list: List
  url: AnyListUrl
  filter: ListFileRequest['filter']
  columns: readonly ListColumn[]
  /** The columns that are drawn now. */
  visible: readonly { key: string }[]
  selection: Selection
  total: number
  onView: (filter: AnyListUrl) => void
}

/** At the end of the tools: saved views, and a file of what is shown. */
export function ListEnd({ list, url, filter, columns, visible, selection, total, onView }: ListEndProps) {
  const ListFile = useContext(ListFileContext)
  const [chosenColumns, chooseColumns] = useColumnChoice(list.name)
  return (
    <>
      <SavedViews
        list={list.name}
        shown={{ filter: viewOfUrl(list, url), columns: chosenColumns && [...chosenColumns] }}
        onShow={(view) => {
          chooseColumns(view.columns)
          onView(view.filter as AnyListUrl)
        }}
      />
      {ListFile && (
        <ListFile
          request={{
            list: list.name,
            filter,
            columns: columns
              .filter(({ key, beneath }) => visible.some((each) => each.key === key || each.key === beneath))
              .map(({ key }) => key),
            ...(!selection.isAll && selection.count > 0 && { ids: [...selection.ids] }),
          }}
          rows={total}
        />
      )}
    </>
  )
}
