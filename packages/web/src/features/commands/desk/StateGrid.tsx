import type { OutputOf } from '@trackway/core/api/call.ts'
import type { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { type CommandState, commandStates } from '@trackway/core/features/commands/command-states.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Pills } from '../../../ui/Pills.tsx'
import { CommandProgress } from './CommandProgress.tsx'
import styles from './StateGrid.module.css'

type Cell = OutputOf<typeof commandCalls.batchStates>['list'][number]

/** A square for each device of a batch, in the colour of its state; one opens what became of it. */
export function StateGrid({ cells }: { cells: readonly Cell[] }) {
  const { t } = useTranslation()
  const [only, setOnly] = useState<CommandState | 'all'>('all')
  const [open, setOpen] = useState<Cell | null>(null)
  const counts = Map.groupBy(cells, ({ state }) => state)
  const shown = only === 'all' ? cells : (counts.get(only) ?? [])
  return (
    <Flex vertical gap={12}>
      <Pills
        isDense
        label={t('commands.states')}
        chosen={only}
        onChoose={setOnly}
        pills={[
          { key: 'all' as const, label: t('commands.allStates'), count: cells.length },
          ...commandStates
            .filter((state) => counts.has(state))
            .map((state) => ({
              key: state,
              label: (
                <>
                  <i className={`${styles.cell} tw-rigid`} data-state={state} />{' '}
                  {t(`reports.commandState.${state}`)}
                </>
              ),
              count: counts.get(state)!.length,
            })),
        ]}
      />
      <ul className={`${styles.grid} tw-grid tw-gap-4`} aria-label={t('commands.grid')}>
        {shown.map((cell) => {
          const name = `${cell.displayName} · ${t(`reports.commandState.${cell.state}`)}`
          return (
            <li key={cell.terminalID}>
              <button
                type="button"
                className={`${styles.cell} tw-rigid`}
                data-state={cell.state}
                title={name}
                aria-label={name}
                onClick={() => setOpen(cell)}
              />
            </li>
          )
        })}
      </ul>
      <Dialog
        open={open !== null}
        footer={null}
        width={480}
        title={open?.displayName}
        onCancel={() => setOpen(null)}
      >
        {open && <CommandProgress id={open.id} />}
      </Dialog>
    </Flex>
  )
}
