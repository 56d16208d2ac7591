import {
  HistoryOutlined,
  LinkOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  PlusOutlined,
  ThunderboltOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import {
  simCardCalls as calls,
  type SimCard,
  simCardList,
  simEventList,
} from '@trackway/core/features/sim-cards/calls.ts'
import { type SimState, simActionStates, simStates } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { MismatchCell } from './MismatchCell.tsx'
import { SimStateCell } from './SimStateCell.tsx'
import { useSimTabs } from './use-sim-tabs.ts'

const route = getRouteApi('/test/iccid')

/** Devices and platforms change by themselves. */
const refetchMs = () => 10_000

/** Every SIM card, those that do not fit their device first. */
export function SimCardsScreen() {
  const { t, format } = useTexts()
  const { state, mismatch, pageNum: _page, pageSize: _size, ...filter } = route.useSearch()
  const navigate = useNavigate()
  const [shown, setShown] = useState<SimCard | null>(null)
  const [matched, setMatched] = useState<SimCard | null>(null)
  const { search, operator, isMatched, platformId, expiresBefore } = filter as Record<string, never>
  const counted = { search, operator, isMatched, platformId, expiresBefore }
  const counts = useCall(['list', 'simCards', 'counts', counted], calls.counts, counted).data
  const sumOf = (of: Record<string, number>) => Object.values(of).reduce((sum, count) => sum + count, 0)
  const countOf = (count: number | undefined) => (count === undefined ? undefined : format.number(count))
  const toCheck = counts && sumOf(counts.mismatches)
  const choose = (key: SimState | 'check' | 'all') =>
    void navigate({
      to: '.',
      search: ((was: object) => ({
        ...was,
        pageNum: undefined,
        mismatch: key === 'check' ? 'any' : undefined,
        state: key === 'check' || key === 'all' ? undefined : key,
      })) as never,
    })
  const add = (
    <ActionButton
      type="primary"
      icon={<PlusOutlined />}
      onClick={() => void navigate({ to: '/test/iccid/importIccid' as never })}
    >
      {t('simCards.import')}
    </ActionButton>
  )
  return (
    <Page title={t('simCards.title')} tabs={useSimTabs('cards')} actions={add}>
      <div className="tw-inset-on-phone">
        <Pills
          label={t('simCards.states')}
          chosen={mismatch ? 'check' : (state ?? 'all')}
          onChoose={choose}
          pills={[
            { key: 'all' as const, label: t('simCards.all'), count: countOf(counts && sumOf(counts.states)) },
            { key: 'check' as const, label: t('simCards.toCheck'), count: countOf(toCheck) },
            ...simStates.map((key) => ({
              key,
              label: t(`reports.simState.${key}`),
              count: countOf(counts?.states[key]),
            })),
          ]}
        />
      </div>
      <ListScreen
        list={simCardList}
        rowActions={rowActionsOf(setMatched, setShown)}
        onOpen={setShown}
        refetchMs={refetchMs}
        empty={{ action: add }}
        cells={{
          mismatch: (card) => <MismatchCell card={card} />,
          state: (card) => <SimStateCell card={card} />,
        }}
        bulkFields={{
          simEdit: [
            { name: 'simOperator', word: (code: string) => t(`reports.simOperator.${code}`) },
            'plan',
            'expireTime',
            ...((counts?.platforms.length ?? 0) > 0
              ? [
                  {
                    name: 'platformId',
                    control: (
                      <Select
                        allowClear
                        options={counts!.platforms.map(({ id, name }) => ({ value: id, label: name }))}
                      />
                    ),
                  },
                ]
              : []),
          ],
        }}
      />
      <FormDialog
        call={calls.match}
        isOpen={matched !== null}
        title={t('simCards.matchTitle', { name: matched?.iccid })}
        submitLabel={t('simCards.matchOk')}
        onClose={() => setMatched(null)}
        label={() => t('imports.column.terminalID')}
        initial={
          matched
            ? {
                id: matched.id,
                terminalID:
                  matched.reportedTerminalID ?? matched.terminalID ?? matched.enteredTerminalID ?? '',
              }
            : {}
        }
        fields={[{ name: 'terminalID', help: t('simCards.matchHelp') }]}
        rereads={['list']}
        done={() => t('simCards.matchDone')}
      />
      <Dialog
        width={900}
        open={shown !== null}
        title={t('simCards.historyTitle', { name: shown?.iccid })}
        footer={null}
        onCancel={() => setShown(null)}
      >
        {shown && <ListScreen list={simEventList} isLocal given={{ id: shown.id }} />}
      </Dialog>
    </Page>
  )
}

function rowActionsOf(
  onMatch: (card: SimCard) => void,
  onHistory: (card: SimCard) => void,
): RowAction<SimCard>[] {
  const order = (action: 'stop' | 'resume') => ({
    label: `simCards.${action}`,
    icon: action === 'stop' ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
    call: calls.order,
    isFor: ({ platformId, state }: SimCard) =>
      platformId !== null && state !== 'unknown' && simActionStates[action].includes(state),
    isDangerous: action === 'stop',
    confirm: { text: `simCards.${action}Text`, ok: `simCards.${action}Ok` },
    run: ({ id }: SimCard) => api(calls.order, { ids: [id], action }),
    done: 'simCards.ordered',
  })
  return [
    {
      label: 'simCards.fix',
      icon: <ThunderboltOutlined />,
      call: calls.fix,
      isFor: ({ mismatch }) => mismatch !== null,
      run: ({ id }) => api(calls.fix, { ids: [id] }),
      done: 'simCards.fixed',
    },
    { label: 'simCards.match', icon: <LinkOutlined />, call: calls.match, run: onMatch },
    order('stop'),
    order('resume'),
    {
      label: 'simCards.cancel',
      icon: <UndoOutlined />,
      call: calls.cancelOrder,
      isFor: ({ actionStage }) => actionStage === 'waiting' || actionStage === 'failed',
      run: ({ id }) => api(calls.cancelOrder, { ids: [id] }),
      done: 'simCards.cancelled',
    },
    { label: 'simCards.history', icon: <HistoryOutlined />, run: onHistory },
  ]
}
