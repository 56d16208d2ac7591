import { getRouteApi } from '@tanstack/react-router'
import { subAccountList } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { Button, Checkbox, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reread } from '../../base/queries/query-client.ts'
import { useCan, useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { AccountTree } from '../../ui/pickers/AccountTree.tsx'
import styles from './AgentListScreen.module.css'
import { AccountDialogs, type AccountTarget } from './dialogs/AccountDialogs.tsx'
import { AccountMenu } from './dialogs/AccountMenu.tsx'
import { mayEditAccounts, useAccountActions } from './use-account-actions.tsx'

const route = getRouteApi('/index/agent/agentList')
const stateColours = { active: 'success', suspended: 'warning', expired: 'red' } as const

/** Beside the tree there is room for fewer columns. */
const besideTree = {
  ...subAccountList,
  columns: subAccountList.columns.map((column) =>
    ['offline', 'remark'].includes(column.key) ? { ...column, isOptional: true } : column,
  ),
}

/** The tree of one's sub-accounts beside a table of those below the chosen one. */
export function AgentListScreen() {
  const { t } = useTranslation()
  const user = useUser()
  const isPhone = useIsPhone()
  const mayAdd = useCan('main:agent_add')
  const { id, withSubAccounts = false } = route.useSearch()
  const navigate = route.useNavigate()
  const appNavigate = route.useNavigate()
  const given = { ...(id !== undefined && { id }), ...(withSubAccounts && { withSubAccounts }) }
  const [edited, setEdited] = useEditedRow(besideTree, mayEditAccounts, undefined, given)
  const [other, setOther] = useState<AccountTarget | null>(null)
  const target = edited ? ({ kind: 'edit', account: edited } as const) : other
  const open = (next: AccountTarget) => (next.kind === 'edit' ? setEdited(next.account) : setOther(next))
  // The tree keeps what it has loaded; after a change it is drawn anew.
  const [version, setVersion] = useState(0)
  const choose = (chosen: number | undefined) =>
    void navigate({
      search: (was) => ({ ...was, pageNum: undefined, id: chosen === user.id ? undefined : chosen }),
    })
  const changed = async () => {
    await reread('accountChildren', 'list')
    setVersion((was) => was + 1)
  }
  const rowActions = useAccountActions(open, changed)
  const addButton = mayAdd && (
    <AddButton label={t('agents.add')} onClick={() => open({ kind: 'add', parentId: id ?? user.id })} />
  )
  const importButton = mayAdd && (
    <Button onClick={() => void appNavigate({ to: '/index/agent/userImport' as never })}>
      {t('agents.import')}
    </Button>
  )
  return (
    <Page
      title={t('agents.title')}
      actions={
        <>
          {importButton}
          {addButton}
        </>
      }
    >
      <div className={`${styles.list} tw-fill tw-grid tw-gap-12`}>
        <div className="tw-column tw-shrink-down tw-scroll tw-not-when-narrow">
          <Panel label={t('agents.tree')}>
            <AccountTree
              key={version}
              isTall
              selected={id ?? user.id}
              onPick={({ id: picked }) => choose(picked)}
            />
          </Panel>
        </div>
        <ListScreen
          list={besideTree}
          given={given}
          rowActions={rowActions}
          rowMenu={(account, _, first) => (
            <AccountMenu account={account} first={first} onChoose={open} onChange={changed} />
          )}
          onOpen={(account) => choose(account.id)}
          cells={{
            accountState: ({ state }) => (
              <Tag color={stateColours[state]}>{t(`reports.accountState.${state}`)}</Tag>
            ),
          }}
          tools={
            <>
              {isPhone && <AccountPicker label={t('agents.below')} value={id} onChange={choose} />}
              <Checkbox
                checked={withSubAccounts}
                onChange={({ target: { checked } }) =>
                  void navigate({
                    search: (was) => ({ ...was, pageNum: undefined, withSubAccounts: checked || undefined }),
                  })
                }
              >
                {t('agents.withBelow')}
              </Checkbox>
            </>
          }
          empty={{
            ...(!mayAdd && { text: t('agents.noneTextOnly') }),
            action: addButton || <Button onClick={changed}>{t('agents.lookAgain')}</Button>,
          }}
        />
      </div>
      <AccountDialogs
        target={target}
        onClose={() => (edited ? setEdited(null) : setOther(null))}
        onChange={changed}
      />
    </Page>
  )
}
