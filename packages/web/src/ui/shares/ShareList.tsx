import { StopOutlined } from '@ant-design/icons'
import type { Call } from '@trackway/core/api/call.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { ListScreen, type ListScreenProps } from '../list/ListScreen.tsx'

interface ShareListProps<L extends List> {
  list: L
  /** Whose links they are. */
  given: ListScreenProps<L>['given']
  /** Ends the one whose id it gets. */
  revoke: Call
  /** Name of the button. */
  label: string
}

/** The links that work, each with a button that ends it; beneath the form that makes them. */
export function ShareList<L extends List>({ list, given, revoke, label }: ShareListProps<L>) {
  const end = { label, icon: <StopOutlined />, call: revoke, isDangerous: true }
  return <ListScreen list={list} given={given} isLocal isBrief rowActions={[end]} />
}
