import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type AccountNode, accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { Button, Flex, Spin, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { queryClient } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { SearchField } from '../search/SearchField.tsx'
import { useMatches } from '../search/use-matches.ts'
import styles from './AccountTree.module.css'
import { RecentAccounts } from './RecentAccounts.tsx'
import { nameOfAccount, type PickedAccount } from './use-account-names.ts'

interface AccountTreeProps {
  selected: number
  onPick: (account: PickedAccount) => void
  /** It takes the height that there is. */
  isTall?: boolean
}

/** The accounts at and below one's own, loaded level by level, with their device counts; or found by name. */
export function AccountTree({ selected, onPick, isTall = false }: AccountTreeProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = useFoundAccounts(search)
  const matches = useMatches({
    matches: found.nodes,
    searched: search,
    isPending: found.isFetching,
    onTake: (node) => onPick({ id: node.id, name: nameOfAccount(node) }),
  })
  return (
    <div className={isTall ? '' : 'tw-popover'}>
      <SearchField value={search} onSearch={setSearch} label={t('ui.accounts.search')} matches={matches} />
      {!search && <RecentAccounts onPick={onPick} />}
      <div className={`${styles.tree} ${isTall ? '' : styles.list} tw-gap-above-8 tw-scroll`}>
        {search ? (
          <Found found={found} marked={matches.marked} onPick={onPick} />
        ) : (
          <Branches selected={selected} onPick={onPick} />
        )}
      </div>
    </div>
  )
}

interface Branch {
  key: number
  name: string
  counts: Pick<AccountNode, 'online' | 'total'> | null
  isLeaf: boolean
  children?: Branch[]
}

const branchOf = (node: AccountNode): Branch => ({
  key: node.id,
  name: nameOfAccount(node),
  counts: node,
  isLeaf: !node.hasChildren,
})
const childrenQuery = (id: number) => ({
  queryKey: ['accountChildren', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api(accountCalls.children, { id }, { signal }),
})

function Branches({ selected, onPick }: AccountTreeProps) {
  const { toText } = useTexts()
  const user = useUser()
  const top = useQuery(childrenQuery(user.id))
  const [children, setChildren] = useState<Record<number, Branch[]>>({})
  const [failure, setFailure] = useState<unknown>(null)

  const tree = useMemo(() => {
    const grow = (branch: Branch): Branch => {
      const below = children[branch.key]
      return below ? { ...branch, children: below.map(grow) } : branch
    }
    const below = top.data?.list.map((node) => grow(branchOf(node))) ?? []
    return [
      { key: user.id, name: nameOfAccount(user), counts: null, isLeaf: below.length === 0, children: below },
    ]
  }, [user, top.data, children])

  const load = async ({ key }: { key: number }) => {
    try {
      const { list } = await queryClient.fetchQuery(childrenQuery(key))
      setChildren((known) => ({ ...known, [key]: list.map(branchOf) }))
    } catch (error) {
      setFailure(error)
    }
  }

  const error = top.error ?? failure
  if (error) return <p role="alert">{toText(error)}</p>
  if (!top.data) return <Spin />
  return (
    <Tree<Branch>
      blockNode
      treeData={tree}
      defaultExpandedKeys={[user.id]}
      selectedKeys={[selected]}
      loadData={load}
      titleRender={({ name, counts }) => <NodeTitle name={name} counts={counts} />}
      onSelect={(_, { node }) => onPick({ id: node.key, name: node.name })}
    />
  )
}

function useFoundAccounts(search: string) {
  const found = useInfiniteQuery({
    queryKey: ['accountSearch', search],
    queryFn: ({ signal, pageParam }) =>
      api(accountCalls.findLike, { selectName: search, pageNum: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * 20 < last.total ? pages.length + 1 : undefined),
    enabled: search !== '',
  })
  return Object.assign(found, { nodes: found.data?.pages.flatMap((page) => page.list) ?? [] })
}

interface FoundProps {
  found: ReturnType<typeof useFoundAccounts>
  /** The place of the one that Enter takes; -1: none. */
  marked: number
  onPick: AccountTreeProps['onPick']
}

function Found({ found, marked, onPick }: FoundProps) {
  const { t, toText } = useTexts()
  if (found.error) return <p role="alert">{toText(found.error)}</p>
  if (!found.data) return <Spin />
  const { nodes } = found
  if (nodes.length === 0) return <p className="tw-muted">{t('ui.accounts.none')}</p>
  return (
    <>
      {nodes.map((node, at) => (
        <Button
          key={node.id}
          className={at === marked ? 'tw-marked' : ''}
          type="text"
          block
          onClick={() => onPick({ id: node.id, name: nameOfAccount(node) })}
        >
          <NodeTitle name={nameOfAccount(node)} counts={node} />
        </Button>
      ))}
      {found.hasNextPage && (
        <Button type="link" block loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {t('ui.accounts.more')}
        </Button>
      )}
    </>
  )
}

function NodeTitle({ name, counts }: Pick<Branch, 'name' | 'counts'>) {
  const { t, format } = useTexts()
  const shown = counts && { online: format.number(counts.online), total: format.number(counts.total) }
  return (
    <Flex component="span" justify="space-between" gap={12}>
      <span className={`${styles.name} tw-clip`} title={name}>
        {name}
      </span>
      {shown && (
        <small className="tw-muted tw-number" title={t('ui.accounts.counts', shown)}>
          <span aria-hidden>{`${shown.online} / ${shown.total}`}</span>
          <span className="tw-visually-hidden">{t('ui.accounts.counts', shown)}</span>
        </small>
      )}
    </Flex>
  )
}
