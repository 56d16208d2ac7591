import { type LabelDesign, labelCalls } from '@trackway/core/features/labels/calls.ts'
import { labelSizeOf, labelsPerSheet } from '@trackway/core/features/labels/sizes.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, RawReply, type SessionContext, serve } from '../../platform/http/serve.ts'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import type { LabelTask } from './draw-labels.ts'
import { labelContent } from './label-content.ts'
import { findLabelFacts } from './queries.ts'

/** One draws many labels, the other a preview meanwhile. */
const pool = createWorkerPool(new URL('draw-labels.ts', import.meta.url), 'drawLabels', 2)

type Context = SessionContext<LabelDesign & { terminalIDs: string[] }>

export const labelHandlers: readonly Handler[] = [
  serve(labelCalls.print, async (context) => {
    const file = (await draw(context, 'pdf', context.input.terminalIDs)) as Uint8Array
    const { terminalIDs } = context.input
    const name = terminalIDs.length === 1 ? terminalIDs[0]! : `${terminalIDs[0]}-${terminalIDs.length}`
    return new RawReply('application/pdf', Buffer.from(file), `labels-${name.replace(/[^\w.-]/g, '_')}.pdf`)
  }),

  serve(labelCalls.preview, async (context) => {
    const { terminalIDs, size: name, copies, firstPlace } = context.input
    const size = labelSizeOf(name)
    const labels = terminalIDs.length * copies + (size.sheet ? firstPlace - 1 : 0)
    return {
      svg: (await draw(context, 'svg', terminalIDs)) as string,
      pages: Math.ceil(labels / labelsPerSheet(size)),
    }
  }),
]

async function draw(
  { db, scope, session, input, language, now, signal }: Context,
  kind: LabelTask['kind'],
  terminalIDs: readonly string[],
): Promise<unknown> {
  const { size, copies, firstPlace } = input
  const { sheet } = labelSizeOf(size)
  if (sheet !== null && firstPlace > sheet.columns * sheet.rows)
    throw new Refusal('invalidInput', { issues: [{ path: 'firstPlace', reason: 'too_big' }] })
  const facts = await findLabelFacts(db, scope, terminalIDs)
  const day = dayAt(now, session.account.timeZone)
  const contents = (kind === 'svg' ? facts.slice(0, 1) : facts).map((each) =>
    labelContent(each, input, { language, day }),
  )
  const task: LabelTask = {
    kind,
    title: terminalIDs[0]!,
    language,
    size,
    usedPlaces: firstPlace - 1,
    labels: contents.flatMap((content) => Array.from({ length: copies }, () => content)),
  }
  const drawn = await pool.run(task, { signal })
  if (drawn === null) throw new Refusal('labelTooSmall')
  return drawn
}
