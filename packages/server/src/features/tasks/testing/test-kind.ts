import { z } from 'zod'
import { storedForm } from '../../../platform/database/stored-json.ts'
import { defineTaskKind, type StepOutcome, type TaskItem, type TaskKind } from '../task-kind.ts'

/** What the steps of the kind for tests did, in their order: `begin:<step>:<terminal id>:<attempt>`. */
export type StepLog = string[]

type Data = { seen: number }
type Outcome = StepOutcome<Data>

interface Script {
  /** What becomes of a device at a step; left out: the next one. */
  begin?: (item: TaskItem<Data>, step: string) => Outcome
  check?: (item: TaskItem<Data>, step: string) => Outcome
  stop?: (item: TaskItem<Data>) => boolean
  steps?: readonly string[]
  apart?: readonly string[]
  /** Runs before the outcomes of a step are known. */
  before?: (step: string, items: readonly TaskItem<Data>[]) => Promise<void> | void
  more?: Partial<TaskKind<{ text: string }, Data>>
}

const paramsForm = storedForm('testParams', z.object({ text: z.string() }))
const dataForm = storedForm('testData', z.object({ seen: z.number() }))

/** A kind that does what a test says, under the name of one that is there. */
export function aTaskKind(script: Script = {}): { kind: TaskKind; log: StepLog } {
  const log: StepLog = []
  const { steps = ['only'], apart = [], begin, check, stop, before, more = {} } = script
  const run =
    (what: 'begin' | 'check', step: string, decide: Script['begin']) =>
    async (_: unknown, items: readonly TaskItem<Data>[]) => {
      await before?.(step, items)
      return new Map(
        items.map((item): [number, Outcome] => {
          log.push(`${what}:${step}:${item.terminalId}:${item.tries}`)
          return [item.id, decide?.(item, step) ?? { state: 'next' }]
        }),
      )
    }
  const kind = defineTaskKind<{ text: string }, Data>({
    name: 'command',
    params: paramsForm,
    data: dataForm,
    steps: steps.map((name) => ({
      name,
      isApart: apart.includes(name),
      begin: run('begin', name, begin),
      check: run('check', name, check),
    })) as never,
    ...(stop && { stop: async (_, items) => new Set(items.filter(stop).map(({ id }) => id)) }),
    ...more,
  })
  return { kind, log }
}
